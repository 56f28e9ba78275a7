import { termText, withTerm, withWindow } from '../../filter/edit.ts'

export type Scope = 'roots' | 'all'

/** The filter of the traces table that shows the calls of the page: its scope and its window. */
export function filterOf(scope: Scope, from: Date, to: Date): string {
  return withWindow(scope === 'roots' ? 'root:true' : '', from, to)
}

/** The same, narrowed to one value of a field. */
export const narrowed = (filter: string, field: string, value: string): string =>
  withTerm(filter, termText(field, value))
