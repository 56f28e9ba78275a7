import { memberTexts, objectText } from '../../json/children.ts'
import { prettyJson } from '../../json/pretty.ts'
import { type GridRow, gridRow } from './grid.ts'

/** Changes to the rows of a dataset that have not been saved. Rows are JSON objects, by index in the table. */
export interface RowEdits {
  readonly changed: ReadonlyMap<number, string>
  readonly deleted: ReadonlySet<number>
  /** Indexed downwards from -1. */
  readonly added: readonly string[]
}

export const NO_EDITS: RowEdits = { changed: new Map(), deleted: new Set(), added: [] }

export type RowState = 'saved' | 'changed' | 'deleted' | 'added'

export function stateOf({ changed, deleted }: RowEdits, index: number): RowState {
  if (index < 0) return 'added'
  if (deleted.has(index)) return 'deleted'
  return changed.has(index) ? 'changed' : 'saved'
}

/** The text of a row as edited; undefined if it has not been. */
export const editedText = ({ changed, added }: RowEdits, index: number): string | undefined =>
  index < 0 ? added[-1 - index] : changed.get(index)

export function withRow(edits: RowEdits, index: number, text: string): RowEdits {
  if (index < 0) return { ...edits, added: edits.added.map((row, at) => (at === -1 - index ? text : row)) }
  return { ...edits, changed: new Map(edits.changed).set(index, text) }
}

export const withNewRow = (edits: RowEdits, text: string): RowEdits => ({
  ...edits,
  added: [...edits.added, text],
})

/** Deletes a row, or restores a deleted one. A row that was never saved disappears. */
export function withDeletion(edits: RowEdits, index: number): RowEdits {
  if (index < 0) return { ...edits, added: edits.added.filter((_, at) => at !== -1 - index) }
  const deleted = new Set(edits.deleted)
  if (!deleted.delete(index)) deleted.add(index)
  return { ...edits, deleted }
}

export function editCount({ changed, deleted, added }: RowEdits): Readonly<Record<string, number>> {
  const kept = [...changed.keys()].filter((index) => !deleted.has(index))
  return { added: added.length, changed: kept.length, deleted: deleted.size }
}

/** Updates of the table as JSON. Each applies to the result of those before it, so deletions go last and from the end. */
export function updatesOf({ changed, deleted, added }: RowEdits): string[] {
  return [
    ...[...changed]
      .filter(([index]) => !deleted.has(index))
      .flatMap(([index, row]) => [
        `{"pop":{"index":${index}}}`,
        `{"insert":{"index":${index},"row":${row}}}`,
      ]),
    ...[...deleted].toSorted((a, b) => b - a).map((index) => `{"pop":{"index":${index}}}`),
    ...added.map((row) => `{"append":{"row":${row}}}`),
  ]
}

/** Rows of the grid as edited, new ones first. */
export function editedRows(rows: readonly GridRow[], edits: RowEdits): readonly GridRow[] {
  if (edits === NO_EDITS) return rows
  const added = edits.added.map((text, at) => gridRow({ digest: '', index: -1 - at, text }))
  return [
    ...added,
    ...rows.map((row) => {
      const text = edits.changed.get(row.index)
      return text === undefined ? row : gridRow({ ...row, text })
    }),
  ]
}

/** A field of the row editor. Texts are edited without quotes; anything else as JSON. */
export interface RowField {
  readonly name: string
  readonly kind: 'text' | 'json'
  readonly value: string
}

/** Fields for all columns of the dataset, in their order, whether the row has them or not. */
export function fieldsOf(
  text: string,
  columns: readonly { readonly name: string; readonly isNumeric: boolean }[],
): RowField[] {
  const members = memberTexts(text)
  const names = new Set([...columns.map(({ name }) => name), ...members.keys()])
  const numeric = new Set(columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name))
  return [...names].map((name) => {
    const json = members.get(name)
    if (json === undefined) return { name, kind: numeric.has(name) ? 'json' : 'text', value: '' }
    return json.startsWith('"')
      ? { name, kind: 'text', value: String(JSON.parse(json)) }
      : { name, kind: 'json', value: prettyJson(json) }
  })
}

/** The row with a field changed. An empty field is removed, unless the row has it as an empty text. Throws if it must be JSON and is not. */
export function withField(text: string, { name, kind, value }: RowField): string {
  const members = memberTexts(text)
  if (value.trim() === '' && (kind === 'json' || !members.has(name))) members.delete(name)
  else members.set(name, kind === 'text' ? JSON.stringify(value) : checkedJson(value))
  return objectText(members)
}

function checkedJson(text: string): string {
  JSON.parse(text)
  return text.trim()
}

/** A row typed as JSON; undefined if it is not an object. */
export function rowOf(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  return text.trim().startsWith('{') ? text.trim() : undefined
}
