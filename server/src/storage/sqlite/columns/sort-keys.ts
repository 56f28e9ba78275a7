import { COST } from '../../../domain/calls/fields.ts'
import { evaluateValue } from '../../../query/evaluate.ts'
import {
  type Expression,
  type Field,
  isDocument,
  nullIsValue,
  type SortKey,
} from '../../../query/expression.ts'
import type { LiteralValue } from '../../../query/values.ts'
import { type CodeCounts, TokenTable, tokenIn } from './code-counts.ts'
import { type CodedColumn, FIRST_CODE, MISSING, UNKNOWN } from './column.ts'
import { POSSIBLE_COST } from './column-names.ts'
import { numberReader } from './number-vectors.ts'
import type { Bound } from './segment-bounds.ts'
import type { Segment } from './segments.ts'
import type { JudgeContext } from './token-judge.ts'
import { type ColumnExpression, overColumns, TokenRow } from './token-row.ts'
import { compareTerms, type Direction } from './top-calls.ts'

/** A value that calls are sorted by. Null comes last in both directions. */
export interface SortTerm {
  readonly value: Expression
  readonly direction: Direction
}

/** What a sort key stands for, as `compileSort` has it: documents that exist come first, numbers before texts. */
export function sortTerms({ field, direction }: SortKey): SortTerm[] {
  if (field.kind === 'collection') return [{ value: { kind: 'count', field }, direction }]
  const value: Expression = { kind: 'field', field }
  if (!isDocument(field)) return [{ value, direction }]
  return [
    { value: { kind: 'convert', input: value, to: 'exists' }, direction: 'desc' },
    { value: { kind: 'convert', input: value, to: 'double' }, direction },
    { value, direction },
  ]
}

/** Whether `sortTerms` knows how to sort by a field. */
export const isSortable = (field: Field): boolean => !isDocument(field) || !nullIsValue(field)

/** The terms of a sort key at the places of a segment. */
export interface KeyVector {
  /** Undefined where columns cannot tell. */
  termsAt(place: number): readonly LiteralValue[] | undefined
  /** Places of the calls that may come before, or be equal to, one that has these terms first. */
  reaching(last: readonly LiteralValue[]): readonly number[]
  /** The terms that come first, those of removed calls included; undefined where columns cannot tell. */
  first(): Bound | undefined
}

export type KeyReader = (segment: Segment) => KeyVector

/** Reads a sort key from columns; undefined where these do not have it. */
export function keyReader(key: SortKey, context: JudgeContext): KeyReader | undefined {
  const terms = sortTerms(key)
  const directions = terms.map(({ direction }) => direction)
  const found = terms.flatMap(({ value }) => overColumns(value, context.project_id) ?? [])
  const [first] = found
  if (!first || found.length < terms.length) return undefined
  const [column, ...others] = first.columns
  if (column === undefined) return undefined
  if (others.length > 0) {
    const read = terms.length === 1 ? numberReader(first.expression, context.columns) : undefined
    return read && ((segment) => numberKey(read(segment).values, directions, [null]))
  }
  const termsOf = tokenTerms(found, column, context)
  const reaching = new ReachingTokens(directions, termsOf)
  if (column === COST) return (segment) => costKey(segment, context, directions)
  return (segment) => {
    const values = context.columns.read(segment, column)
    if (values.kind === 'numbers') return numberKey(values.values, directions, termsOf(null))
    return codedKey(values, context.columns.countCodes(segment, column), termsOf, reaching, directions)
  }
}

type TermsOf = (token: string | null) => readonly LiteralValue[]

/** Asks the language itself, once for most tokens. */
function tokenTerms(terms: readonly ColumnExpression[], column: string, { opName }: JudgeContext): TermsOf {
  const row = new TokenRow(opName)
  const known = new Map<string | null, readonly LiteralValue[]>()
  return (token) => {
    const cached = known.get(token)
    if (cached) return cached
    row.tokens.set(column, token)
    const values = terms.map(({ expression }) => evaluateValue(expression, row))
    if (known.size < TOKENS_KNOWN_MAX) known.set(token, values)
    return values
  }
}

const TOKENS_KNOWN_MAX = 10_000

/** `ofNull` are the terms of calls without a value. */
function numberKey(
  values: Float64Array,
  directions: readonly Direction[],
  ofNull: readonly LiteralValue[],
): KeyVector {
  const isDocumentKey = directions.length > 1
  const termsOf = (value: number): readonly LiteralValue[] => {
    if (Number.isNaN(value)) return ofNull
    return isDocumentKey ? [1n, value, String(value)] : [value]
  }
  return {
    termsAt: (place) => termsOf(values[place] ?? Number.NaN),
    reaching(last) {
      const nullReaches = compareTerms(ofNull, last, directions) <= 0
      const bound = isDocumentKey ? (last[0] ? last[1] : null) : last[0]
      const isDescending = directions[isDocumentKey ? 1 : 0] === 'desc'
      const reaches = (value: number): boolean => {
        if (Number.isNaN(value)) return nullReaches
        if (typeof bound !== 'number') return true
        return isDescending ? value >= bound : value <= bound
      }
      const places: number[] = []
      for (let place = 0; place < values.length; place++) {
        if (reaches(values[place] ?? Number.NaN)) places.push(place)
      }
      return places
    },
    first() {
      const isDescending = directions[isDocumentKey ? 1 : 0] === 'desc'
      let [first, calls] = [Number.NaN, 0]
      for (let place = 0; place < values.length; place++) {
        const value = values[place] ?? Number.NaN
        const isFirst = Number.isNaN(first) || (isDescending ? value > first : value < first)
        if (isFirst && !Number.isNaN(value)) [first, calls] = [value, 0]
        if (Object.is(value, first)) calls++
      }
      return { terms: termsOf(first), calls }
    },
  }
}

/** What comes first must stay so when calls count again. */
function costKey(segment: Segment, { columns }: JudgeContext, directions: readonly Direction[]): KeyVector {
  const keyOf = (name: string) => numberKey(columns.readNumbers(segment, name), directions, [null])
  let costs: KeyVector | undefined
  const key = () => {
    costs ??= keyOf(COST)
    return costs
  }
  return {
    termsAt: (place) => key().termsAt(place),
    reaching: (last) => key().reaching(last),
    first: () => keyOf(POSSIBLE_COST).first(),
  }
}

/** Which tokens may come before others. */
class ReachingTokens {
  readonly #directions: readonly Direction[]
  readonly #termsOf: TermsOf
  #last: readonly LiteralValue[] = []
  #table = this.#newTable()

  constructor(directions: readonly Direction[], termsOf: TermsOf) {
    this.#directions = directions
    this.#termsOf = termsOf
  }

  /** Whether a token may come before, or be equal to, these terms. */
  reaches(token: string | null, last: readonly LiteralValue[]): boolean {
    return compareTerms(this.#termsOf(token), last, this.#directions) <= 0
  }

  /** The same for the token of a code. Terms that stay the same are compared with it once. */
  codeReaches(counts: CodeCounts, code: number, last: readonly LiteralValue[]): boolean {
    if (last !== this.#last) this.#table = this.#newTable()
    this.#last = last
    return this.#table.at(counts, code) === 1
  }

  #newTable(): TokenTable {
    return new TokenTable((token) => Number(this.reaches(token, this.#last)))
  }
}

/** Found natively, which takes a tenth of the time of a look at each place. */
function placesOf(codes: CodedColumn['codes'], code: number): number[] {
  const places: number[] = []
  for (let at = codes.indexOf(code); at >= 0; at = codes.indexOf(code, at + 1)) places.push(at)
  return places
}

function codedKey(
  column: CodedColumn,
  counts: CodeCounts | undefined,
  termsOf: TermsOf,
  reachingTokens: ReachingTokens,
  directions: readonly Direction[],
): KeyVector {
  const { codes } = column
  const tokenOf = (code: number): string | null | undefined => {
    if (code === MISSING) return null
    if (code === UNKNOWN) return undefined
    return counts ? tokenIn(counts, code) : column.tokens()[code - FIRST_CODE]
  }
  const reaches = (code: number, last: readonly LiteralValue[]): boolean => {
    if (counts && code >= FIRST_CODE) return reachingTokens.codeReaches(counts, code, last)
    const token = tokenOf(code)
    return token === undefined || reachingTokens.reaches(token, last)
  }
  return {
    termsAt(place) {
      const token = tokenOf(codes[place] ?? MISSING)
      return token === undefined ? undefined : termsOf(token)
    },
    reaching(last) {
      const reached = new Uint8Array(counts?.counts.length ?? FIRST_CODE + column.tokens().length)
      for (let code = 0; code < reached.length; code++) {
        reached[code] = Number(counts?.counts[code] !== 0 && reaches(code, last))
      }
      const only = reached.indexOf(1)
      if (only === reached.lastIndexOf(1)) return placesOf(codes, only)
      const places: number[] = []
      for (let place = 0; place < codes.length; place++) {
        if (reached[codes[place] ?? MISSING] === 1) places.push(place)
      }
      return places
    },
    first() {
      const calls = counts?.counts ?? countCodes(column)
      if (calls[UNKNOWN]) return undefined
      let first: Bound | undefined
      for (const [code, count] of calls.entries()) {
        if (count === 0) continue
        const terms = termsOf(tokenOf(code) ?? null)
        const order = first ? compareTerms(terms, first.terms, directions) : -1
        if (order < 0) first = { terms, calls: count }
        else if (first && order === 0) first = { terms, calls: first.calls + count }
      }
      return first
    },
  }
}

function countCodes({ codes, tokens }: CodedColumn): Uint32Array {
  const counts = new Uint32Array(FIRST_CODE + tokens().length)
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? MISSING
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
