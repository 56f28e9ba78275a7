import type { SqlReply } from '@heddle/contract/sql'
import type { ChartSeries } from '../../components/Chart/series.ts'

type Cell = SqlReply['rows'][number][number]

export interface Span {
  readonly start: number
  readonly end: number
}

/** Where in the query the text is that an error message of SQLite names; undefined if it names none. */
export function placeOf(message: string, sql: string): Span | undefined {
  const named =
    /near "([^"]+)"/.exec(message)?.[1] ?? /(?:no such|ambiguous) [a-z ]+: ([^\s]+)/.exec(message)?.[1]
  if (named === undefined) return undefined
  return wordAt(sql, named) ?? wordAt(sql, named.slice(named.lastIndexOf('.') + 1))
}

/** The first place of the text that is not part of a longer word. */
function wordAt(sql: string, text: string): Span | undefined {
  for (let start = sql.indexOf(text); start >= 0; start = sql.indexOf(text, start + 1)) {
    const end = start + text.length
    const isInside = (inner: string, outer: string) => /\w/.test(inner) && /\w/.test(outer)
    if (isInside(text.at(0) ?? '', sql[start - 1] ?? '') || isInside(text.at(-1) ?? '', sql[end] ?? ''))
      continue
    return { start, end }
  }
  return undefined
}

/** 1-based line of a position. */
export const lineOf = (sql: string, position: number): number => sql.slice(0, position).split('\n').length

export interface TimeSeries {
  readonly kind: 'times'
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
}

export interface Bars {
  readonly kind: 'bars'
  readonly title: string
  readonly bars: readonly { readonly label: string; readonly value: number }[]
}

const SERIES_MAX = 6
const BARS_MAX = 30

/**
 * What can be drawn of an answer: numbers over time if its first column has times, bars if it has a text and then a number.
 * Undefined for all other answers.
 */
export function drawable({
  columns,
  rows,
}: Pick<SqlReply, 'columns' | 'rows'>): TimeSeries | Bars | undefined {
  const isNumeric = (at: number) =>
    rows.every((row) => typeof row[at] === 'number' || row[at] === null) &&
    rows.some((row) => typeof row[at] === 'number')
  const numeric = columns.map((_, at) => at).filter((at) => at > 0 && isNumeric(at))
  const [first] = numeric
  if (rows.length < 2 || first === undefined) return undefined
  if (rows.every(([time]) => secondsOf(time) !== undefined)) {
    return timeSeries(columns, rows, numeric.slice(0, SERIES_MAX))
  }
  if (rows.length > BARS_MAX || rows.some((row) => Number(row[first]) < 0)) return undefined
  const bars = rows.map((row) => ({ label: String(row[0] ?? 'none'), value: Number(row[first] ?? 0) }))
  return { kind: 'bars', title: columns[first] ?? '', bars }
}

function timeSeries(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  shown: readonly number[],
): TimeSeries | undefined {
  const inOrder = rows.map((row) => ({ row, time: secondsOf(row[0]) ?? 0 })).sort((a, b) => a.time - b.time)
  const times = inOrder.map(({ time }) => time)
  // The plot has one value for each time.
  if (new Set(times).size < times.length) return undefined
  const series = shown.map((at, index) => ({
    label: columns[at] ?? '',
    colour: `--series-${index + 1}`,
    values: inOrder.map(({ row }) => {
      const value = row[at]
      return typeof value === 'number' ? value : null
    }),
  }))
  return { kind: 'times', times, series }
}

/** Seconds since 1970 of a date, or a date and time in UTC. */
function secondsOf(cell: Cell | undefined): number | undefined {
  if (typeof cell !== 'string' || !/^\d{4}-\d\d-\d\d([T ]\d\d(:\d\d){0,2}(\.\d+)?Z?)?$/.test(cell))
    return undefined
  const ms = Date.parse(isoText(cell))
  return Number.isNaN(ms) ? undefined : ms / 1_000
}

function isoText(cell: string): string {
  // A date begins at local midnight, because charts are labelled in local time.
  if (cell.length === 10) return `${cell}T00:00`
  if (cell.endsWith('Z')) return cell
  return cell.length === 13 ? `${cell}:00Z` : `${cell}Z`
}
