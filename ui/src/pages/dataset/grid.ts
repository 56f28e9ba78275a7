import type { TextRow } from '../../api/tables.ts'
import { csvText } from '../../format/download.ts'
import { formatCount, pluralize } from '../../format/number.ts'
import { memberTexts } from '../../json/children.ts'

/** A row of the grid: JSON by column. Rows that are not objects have one column, `value`. */
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
  /** Length of its longest value as JSON, up to `CHARACTERS_FITTED`. */
  readonly characters: number
}

/** Longer values are cut. */
export const CHARACTERS_FITTED = 28

/**
 * Known columns followed by new ones of the rows, so that columns neither move nor shrink when the row order
 * or the filter changes. Returns the same array if nothing is new.
 */
export function columnsWith(known: readonly GridColumn[], rows: readonly GridRow[]): readonly GridColumn[] {
  const names = new Set([...known.map(({ name }) => name), ...columnNames(rows)])
  const columns = [...names].map((name, at) => {
    const before = known[at]
    // A column with one non-numeric value stays non-numeric even when that row is filtered out.
    const staysNumeric = (before?.isNumeric ?? true) && isNumeric(rows, name)
    const numeric = before && rows.length === 0 ? before.isNumeric : staysNumeric
    const characters = Math.max(before?.characters ?? 0, longest(rows, name))
    const isKnown = before?.isNumeric === numeric && before.characters === characters
    return isKnown ? before : { name, isNumeric: numeric, characters }
  })
  return columns.length === known.length && columns.every((column, at) => column === known[at])
    ? known
    : columns
}

function longest(rows: readonly GridRow[], name: string): number {
  const characters = rows.reduce((most, { cells }) => Math.max(most, cells.get(name)?.length ?? 0), 0)
  return Math.min(CHARACTERS_FITTED, characters)
}

/** Column title; blank names are shown quoted. */
export const columnTitle = (name: string): string => (name.trim() === '' ? JSON.stringify(name) : name)

/** Keys of the rows, in order of appearance. */
export const columnNames = (rows: readonly GridRow[]): string[] => [
  ...new Set(rows.flatMap(({ cells }) => [...cells.keys()])),
]

interface RowList {
  readonly rows: readonly GridRow[]
  /** Number of rows in the whole table. */
  readonly count: number
  /** Neither filtered nor sorted: the next index is known even if the row is not loaded. */
  readonly isWhole: boolean
}

/**
 * Index of the row `by` steps after another in the list; undefined past the end. A row that is not in the
 * list counts as before the first.
 */
export function indexAfter(index: number | undefined, by: number, { rows, count, isWhole }: RowList) {
  if (!isWhole) return rows[Math.max(0, rows.findIndex((row) => row.index === index) + by)]?.index
  return count === 0 ? undefined : Math.min(count - 1, Math.max(0, (index ?? -1) + by))
}

const CHARACTERS_MAX = 300

/** Cell text of a JSON value: strings without quotes, on one line; JSON for anything else. */
export function cellText(json: string | undefined): string {
  const line = plainText(json)
    .slice(0, CHARACTERS_MAX + 1)
    .replace(/\s+/g, ' ')
  return line.length > CHARACTERS_MAX ? `${line.slice(0, CHARACTERS_MAX)}…` : line
}

/** Whether all values of a column are numbers. */
export const isNumeric = (rows: readonly GridRow[], name: string): boolean =>
  rows.length > 0 && rows.every(({ cells }) => /^-?\d|^null$/.test(cells.get(name) ?? 'null'))

/** API path of a column; dots in the name are escaped. */
export const sortPath = (name: string): string => name.replaceAll('.', '\\.')

/** CSV of rows with a header; non-strings stay JSON. */
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
  /** Number of rows in the whole table. */
  readonly all: number
  readonly isFiltered: boolean
  /** Undefined while loading. */
  readonly loaded: number | undefined
  readonly hasMore: boolean
}

/** Row count; with a filter, also the number of loaded matches: `200+ of 5,000 rows`. */
export function rowCountText({ all, isFiltered, loaded, hasMore }: RowCount): string {
  if (!isFiltered) return pluralize(all, 'row')
  const matching = loaded === undefined ? '–' : `${formatCount(loaded)}${hasMore ? '+' : ''}`
  return `${matching} of ${pluralize(all, 'row')}`
}
