import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { evaluateValue } from '../../../query/evaluate.ts'
import { callStatsSelect } from '../../port/stats-selects.ts'
import { type Codes, type Column, FIRST_CODE, MISSING, uniformColumn } from './column.ts'
import { type NumberReader, numberReader } from './number-vectors.ts'
import type { SealedMatches } from './sealed-matches.ts'
import type { ColumnReader, Segment } from './segments.ts'
import { overColumns, TokenRow } from './token-row.ts'

/** What tells calls of a segment apart. */
export interface Grouping {
  readonly readSlots: NumberReader
  readonly groups: (segment: Segment, columns: ColumnReader) => Codes
  /** The name of a group by its token. */
  readonly groupName: (token: string | null) => string | null
}

/** Undefined where columns do not have what calls are grouped by. */
export function groupingOf({ context }: SealedMatches, query: CallStatsQuery): Grouping | undefined {
  const [slot, , group] = (callStatsSelect(query).columns ?? []).map(({ value }) => value)
  const readSlots = slot && numberReader(slot, context.columns)
  const grouped = group && overColumns(group, context.project_id)
  if (!readSlots || !grouped || grouped.columns.length > 1) return undefined
  const [column] = grouped.columns
  const row = new TokenRow(context.opName)
  return {
    readSlots,
    groups: (segment, columns) =>
      column === undefined ? uniformColumn(segment.places, MISSING) : codesOf(columns.read(segment, column)),
    groupName(token) {
      if (column !== undefined) row.tokens.set(column, token)
      const name = evaluateValue(grouped.expression, row)
      return name === null ? null : String(name)
    },
  }
}

/** Each different number as a token. */
function codesOf(column: Column): Codes {
  if (column.kind === 'codes') return column
  const codeOf = new Map<number, number>()
  const codes = Uint16Array.from(column.values, (value) => {
    if (Number.isNaN(value)) return MISSING
    const code = codeOf.get(value) ?? FIRST_CODE + codeOf.size
    codeOf.set(value, code)
    return code
  })
  const tokens = [...codeOf.keys()].map(String)
  return { codes, tokens: () => tokens }
}

/** More than there are codes in a segment. */
export const CODES_MAX = 2048

export const tokenOf = (tokens: readonly string[], code: number): string | null =>
  tokens[code - FIRST_CODE] ?? null
