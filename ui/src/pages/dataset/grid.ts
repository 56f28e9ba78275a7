import type { TextRow } from '../../api/tables.ts'
import { csvText } from '../../format/download.ts'
import { formatCount, pluralize } from '../../format/number.ts'
import { memberTexts } from '../../json/children.ts'

/** A row as the grid shows it: the JSON of each column. Rows that are no objects have one column, `value`. */
export interface GridRow {
  readonly digest: string
  readonly index: number
  readonly text: string
  readonly cells: ReadonlyMap<string, string>
}

export const gridRow = ({ digest, index, text }: TextRow): GridRow => ({
  digest,
  index,
  text,
  cells: text.startsWith('{') ? memberTexts(text) : new Map([['value', text]]),
})

export interface GridColumn {
  readonly name: string
  readonly isNumeric: boolean
}

/**
 * The columns that are known and those that rows add at the end, so that none moves when the rows come in
 * another order. The same list where rows tell nothing new.
 */
export function columnsWith(known: readonly GridColumn[], rows: readonly GridRow[]): readonly GridColumn[] {
  const names = new Set([...known.map(({ name }) => name), ...columnNames(rows)])
  const columns = [...names].map((name, at) => {
    const before = known[at]
    // One value that is no number is enough, and stays so when it is filtered out.
    const stays = before && (!before.isNumeric || rows.length === 0 || isNumeric(rows, name))
    return stays ? before : { name, isNumeric: !before && isNumeric(rows, name) }
  })
  return columns.length === known.length && columns.every((column, at) => column === known[at])
    ? known
    : columns
}

/** What stands above a column: of a name without letters, that there is one. */
export const columnTitle = (name: string): string => (name.trim() === '' ? JSON.stringify(name) : name)

/** The columns that rows have, in the order they first come up. */
export const columnNames = (rows: readonly GridRow[]): string[] => [
  ...new Set(rows.flatMap(({ cells }) => [...cells.keys()])),
]

interface RowList {
  readonly rows: readonly GridRow[]
  /** Of the whole table. */
  readonly count: number
  /** Neither filtered nor sorted: the next row is known without having been loaded. */
  readonly isWhole: boolean
}

/**
 * The place of the row that comes `by` after another in a list; undefined beyond its end. A row that the
 * list does not have comes before its first.
 */
export function indexAfter(index: number | undefined, by: number, { rows, count, isWhole }: RowList) {
  if (!isWhole) return rows[Math.max(0, rows.findIndex((row) => row.index === index) + by)]?.index
  return count === 0 ? undefined : Math.min(count - 1, Math.max(0, (index ?? -1) + by))
}

const CHARACTERS_MAX = 300

/** What a cell shows of a JSON text: strings without their quotes, on one line; anything else as it is. */
export function cellText(json: string | undefined): string {
  const line = plainText(json)
    .slice(0, CHARACTERS_MAX + 1)
    .replace(/\s+/g, ' ')
  return line.length > CHARACTERS_MAX ? `${line.slice(0, CHARACTERS_MAX)}…` : line
}

/** Whether a column is read like numbers: all its values are. */
export const isNumeric = (rows: readonly GridRow[], name: string): boolean =>
  rows.length > 0 && rows.every(({ cells }) => /^-?\d|^null$/.test(cells.get(name) ?? 'null'))

/** The path of a column, as the API sorts by it: a dot in a name is not a step. */
export const sortPath = (name: string): string => name.replaceAll('.', '\\.')

/** Rows as CSV, with a header; lists, objects and numbers as their JSON. */
export function csvOf(rowTexts: readonly string[]): string {
  const rows = rowTexts.map((text, index) => gridRow({ digest: '', index, text }))
  const names = columnNames(rows)
  return csvText([names, ...rows.map(({ cells }) => names.map((name) => plainText(cells.get(name))))])
}

const plainText = (json: string | undefined): string => {
  if (json === undefined || json === 'null') return ''
  return json.startsWith('"') ? String(JSON.parse(json)) : json
}

interface RowCount {
  /** Of the whole table. */
  readonly all: number
  readonly isFiltered: boolean
  /** Undefined while they are read. */
  readonly loaded: number | undefined
  readonly hasMore: boolean
}

/** How many rows there are; with a filter also how many fit it, as far as they are loaded: `200+ of 5,000 rows`. */
export function rowCountText({ all, isFiltered, loaded, hasMore }: RowCount): string {
  if (!isFiltered) return pluralize(all, 'row')
  const matching = loaded === undefined ? '–' : `${formatCount(loaded)}${hasMore ? '+' : ''}`
  return `${matching} of ${pluralize(all, 'row')}`
}
