import { memberTexts } from '../json/children.ts'

/**
 * A call, as the server writes it, as a row of a dataset: its inputs as columns, and what it gave back as
 * `output`. Both stay the JSON they are. The call's id comes first.
 */
export function rowText(callText: string): [id: string, row: string] {
  const call = memberTexts(callText)
  const columns = memberTexts(call.get('inputs') ?? '{}').set('output', call.get('output') ?? 'null')
  const members = [...columns].map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  return [JSON.parse(call.get('id') ?? '""'), `{${members.join()}}`]
}
