import type { JsonText } from '../json/text.ts'

export interface TableRow {
  readonly digest: string
  readonly val: JsonText
}
