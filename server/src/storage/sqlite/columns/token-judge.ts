import { parseTree } from '../../../json/tree.ts'
import { evaluateValue } from '../../../query/evaluate.ts'
import type { Expression } from '../../../query/expression.ts'
import { isTrue } from '../../../query/operators.ts'
import { documentText } from '../../../query/values.ts'
import type { PhraseBlocks } from '../signatures/phrase-blocks.ts'
import { TokenTable } from './code-counts.ts'
import { type Codes, type Column, FIRST_CODE, MISSING, UNKNOWN } from './column.ts'
import { columnOf } from './column-names.ts'
import type { ColumnReader, Segment, SegmentGroup } from './segments.ts'
import { type TokenReader, tokenReader } from './token-reader.ts'
import { type ColumnExpression, TokenRow } from './token-row.ts'

/** What columns say about a condition: `null` is neither true nor false, `unknown` what columns cannot tell. */
export const VERDICT = { no: 0, yes: 1, null: 2, unknown: 3 } as const

/** A verdict on each place of a segment. */
export type Judge = (segment: Segment) => Uint8Array

/** The number of calls that meet a condition; undefined where columns cannot tell of each of them. */
export type Counter = (of: Segment | SegmentGroup) => number | undefined

export interface JudgeContext {
  readonly project_id: string
  readonly columns: ColumnReader
  opName(op: number): string
  /** Which calls may contain a phrase. */
  readonly phrases: Pick<PhraseBlocks, 'filter' | 'textFilter'>
}

/** Judges by asking the language about tokens. */
export function judgeByTokens(found: ColumnExpression, context: JudgeContext): Judge {
  const [name, ...others] = found.columns
  const verdictOn = verdicts(found, context)
  if (name === undefined) return ({ places }) => new Uint8Array(places).fill(verdictOn([]))
  if (others.length > 0) {
    return (segment) => {
      const read = found.columns.map((column) => tokenReader(context.columns.read(segment, column)))
      return judgeRows(segment.places, read, verdictOn)
    }
  }
  const wanted = wantedToken(found.expression)
  return (segment) => {
    const column = context.columns.read(segment, name)
    const verdictOnToken = (token: string | null) => verdictOn([token])
    const judged = wanted === undefined ? undefined : judgeEqual(column, wanted, verdictOnToken)
    return judged ?? judgeTokens(column, verdictOnToken)
  }
}

/** Judges by the numbers of the tokens of a column; undefined where these are not counted. */
export function judgeByNumbers(
  found: ColumnExpression,
  context: JudgeContext,
): ((segment: Segment) => Uint8Array | undefined) | undefined {
  const judged = ofOneColumn(found, context)
  if (!judged) return undefined
  const { name, verdictOn, table } = judged
  return (segment) => {
    const counts = context.columns.countCodes(segment, name)
    if (!counts) return undefined
    const ofCode = new Uint8Array(counts.numbers.length)
    ofCode[MISSING] = verdictOn([null])
    ofCode[UNKNOWN] = VERDICT.unknown
    for (let code = FIRST_CODE; code < ofCode.length; code++) ofCode[code] = table.at(counts, code)
    return verdictsOfCodes(context.columns.readCodes(segment, name).codes, ofCode)
  }
}

/** Counts by the tokens of a column, without a look at the single calls; undefined where there is more than one column. */
export function countByTokens(found: ColumnExpression, context: JudgeContext): Counter | undefined {
  const judged = ofOneColumn(found, context)
  if (!judged) return undefined
  const { name, verdictOn, table } = judged
  return (of) => {
    const known = context.columns.countCodes(of, name)
    if (!known || known.counts[UNKNOWN]) return undefined
    const { counts } = known
    let yes = counts[MISSING] && verdictOn([null]) === VERDICT.yes ? counts[MISSING] : 0
    for (let code = FIRST_CODE; code < counts.length; code++) {
      if (table.at(known, code) === VERDICT.yes) yes += counts[code] ?? 0
    }
    return yes
  }
}

/** The verdicts on the tokens of the column that an expression is about; undefined where there is more than one. */
function ofOneColumn(found: ColumnExpression, context: JudgeContext) {
  const [name, ...others] = found.columns
  if (name === undefined || others.length > 0) return undefined
  const verdictOn = verdicts(found, context)
  return { name, verdictOn, table: new TokenTable((token) => verdictOn([token])) }
}

/** The only token for which an expression is true, unless the token is spelled in another way; undefined for others. */
function wantedToken(expression: Expression): string | undefined {
  if (expression.kind !== 'eq' && expression.kind !== 'in') return undefined
  const [field, text, ...others] = expression.operands
  if (field?.kind !== 'field' || text?.kind !== 'literal' || others.length > 0) return undefined
  const isOp = field.field.kind === 'column' && columnOf(field.field) === 'op'
  if (isOp || typeof text.value !== 'string' || SCALAR.test(text.value)) return undefined
  const token = JSON.stringify(text.value)
  return token.includes('\\') ? undefined : token
}

/** Texts that numbers, booleans and null may have as well. */
const SCALAR = /^(?:[-\dI]|true$|false$|$)/

/** Undefined where the dictionary must be looked at token by token. */
function judgeEqual(
  column: Column,
  wanted: string,
  verdictOn: (token: string | null) => number,
): Uint8Array | undefined {
  const code = column.kind === 'codes' ? column.codeOf(wanted) : undefined
  if (column.kind !== 'codes' || code === undefined) return undefined
  const ofNull = verdictOn(null)
  const found = new Uint8Array(column.codes.length)
  for (let place = 0; place < found.length; place++) {
    const known = column.codes[place] ?? MISSING
    if (known === MISSING) found[place] = ofNull
    else if (known === UNKNOWN) found[place] = VERDICT.unknown
    else if (known === code) found[place] = VERDICT.yes
  }
  return found
}

/** Asks the language itself. Verdicts on single tokens are remembered, as most columns repeat few of them. */
function verdicts({ expression, columns }: ColumnExpression, { opName }: JudgeContext) {
  const test = textTest(expression)
  if (test) return ([token = null]: readonly (string | null)[]) => test(token)
  const row = new TokenRow(opName)
  const known = new Map<string | null, number>()
  const ask = (tokens: readonly (string | null)[]): number => {
    for (const [at, column] of columns.entries()) row.tokens.set(column, tokens[at] ?? null)
    const value = evaluateValue(expression, row)
    if (value === null) return VERDICT.null
    return isTrue(value) ? VERDICT.yes : VERDICT.no
  }
  return (tokens: readonly (string | null)[]): number => {
    if (tokens.length !== 1) return ask(tokens)
    const [token = null] = tokens
    const verdict = known.get(token) ?? ask(tokens)
    if (known.size < TOKENS_KNOWN_MAX) known.set(token, verdict)
    return verdict
  }
}

const TOKENS_KNOWN_MAX = 10_000

/**
 * Compares the text of a document with texts. The language would say the same, but takes too long where each call has
 * a text of its own. Undefined for other expressions.
 */
function textTest(expression: Expression): ((token: string | null) => number) | undefined {
  const operands = 'operands' in expression ? expression.operands : []
  const [first, ...others] = operands
  if (first?.kind !== 'field' || first.field.kind !== 'json' || !others.every(isText)) return undefined
  const texts = others.map((option) => (option.kind === 'literal' ? String(option.value) : ''))
  const holds = textOperator(expression.kind, texts)
  return holds && ((token) => (holds(textOf(token)) ? VERDICT.yes : VERDICT.no))
}

function textOperator(kind: string, texts: readonly string[]): ((text: string) => boolean) | undefined {
  const [other = ''] = texts
  const options = new Set(texts)
  switch (kind) {
    case 'eq':
    case 'in':
      return (text) => options.has(text)
    case 'contains':
      return (text) => text.includes(other)
    case 'startsWith':
      return (text) => text.startsWith(other)
    default:
      return undefined
  }
}

function textOf(token: string | null): string {
  if (token === null) return ''
  const isPlain = token.startsWith('"') && !token.includes('\\')
  return isPlain ? token.slice(1, -1) : documentText(parseTree(token))
}

function judgeTokens(column: Column, verdictOn: (token: string | null) => number): Uint8Array {
  if (column.kind === 'numbers') {
    const known = new Map<number, number>()
    return Uint8Array.from(column.values, (value) => {
      const verdict = known.get(value) ?? verdictOn(Number.isNaN(value) ? null : String(value))
      known.set(value, verdict)
      return verdict
    })
  }
  const { codes } = column
  const tokens = column.tokens()
  const ofCode = new Uint8Array(FIRST_CODE + tokens.length)
  ofCode[MISSING] = verdictOn(null)
  ofCode[UNKNOWN] = VERDICT.unknown
  for (let at = 0; at < tokens.length; at++) ofCode[FIRST_CODE + at] = verdictOn(tokens[at] ?? null)
  return verdictsOfCodes(codes, ofCode)
}

function verdictsOfCodes(codes: Codes['codes'], ofCode: Uint8Array): Uint8Array {
  const found = new Uint8Array(codes.length)
  for (let place = 0; place < codes.length; place++) found[place] = ofCode[codes[place] ?? MISSING] ?? 0
  return found
}

function judgeRows(
  places: number,
  read: readonly TokenReader[],
  verdictOn: (tokens: readonly (string | null)[]) => number,
): Uint8Array {
  const found = new Uint8Array(places)
  for (let place = 0; place < places; place++) {
    const tokens = read.map((tokenAt) => tokenAt(place))
    found[place] = tokens.every((token) => token !== undefined) ? verdictOn(tokens) : VERDICT.unknown
  }
  return found
}

export const isText = (expression: Expression): boolean =>
  expression.kind === 'literal' && typeof expression.value === 'string'
