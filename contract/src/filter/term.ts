import type { QueryOperation } from '../query.ts'
import {
  allOf,
  anyOf,
  type Comparison,
  compare,
  containsText,
  FilterError,
  field,
  isSet,
  not,
} from './conditions.ts'
import { type Field, fieldNamed } from './fields.ts'
import { jsonCondition, numberOf, wildcardCondition } from './json-condition.ts'
import type { Term } from './parse.ts'
import { plainField } from './tokenize.ts'
import { parseDuration, parseTime } from './values.ts'

/** Inputs of the compiler besides the filter itself. */
export interface FilterContext {
  readonly now: Date
  /** Ids of the users with a name; empty if unknown. */
  readonly idsOfUser: (name: string) => readonly string[]
}

/** Free text is searched in inputs and output. */
export const wordCondition = (text: string): QueryOperation =>
  anyOf(
    ['inputs', 'output'].flatMap((column) => textVariants(text).map((each) => containsText(column, each))),
  )

/** The text itself, and its JSON-escaped form where that differs. */
export function textVariants(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  return inJson === text ? [text] : [text, inJson]
}

export function termCondition(term: Term, { now, idsOfUser }: FilterContext): QueryOperation {
  if (term.field === 'has') return hasCondition(term)
  const known = knownField(term.field)
  if (term.value === '' && !term.quoted) throw new FilterError('missing value')
  switch (known.kind) {
    case 'id':
    case 'text':
      return textCondition(known.path, known.kind, term)
    case 'choice':
      return choiceCondition(known.path, known.choices, term)
    case 'number':
      return compare(field(known.path), comparisonOf(term), numberOf(term))
    case 'duration':
      return compare(field(known.path), comparisonOf(term), durationOf(term))
    case 'instant':
      return timeCondition(known.path, term, now)
    case 'json':
      return anyOf(known.paths.map((path) => jsonCondition(path, term)))
    case 'user':
      return userCondition(known.path, term, idsOfUser)
    case 'model':
      return modelCondition(term)
    case 'root':
      return rootCondition(term)
    case 'any-feedback':
      throw new FilterError('name the feedback, as in feedback.helpful:true, or write has:feedback')
  }
}

function knownField(name: string): Field {
  const known = fieldNamed(name)
  if (!known) throw new FilterError(`unknown field ${name}; quote the text to search for it`)
  return known
}

function hasCondition(term: Term): QueryOperation {
  const value = plainField(term.value)
  if (value === '') throw new FilterError('has: needs a field name')
  const known = knownField(value)
  switch (known.kind) {
    case 'any-feedback':
      return not(compare(field('feedback.[*].payload'), '=', ''))
    case 'json':
      return anyOf(known.paths.map(isSet))
    case 'model':
      return isSet('summary.usage')
    case 'root':
      throw new FilterError('every call has a root')
    default:
      return isSet(known.path)
  }
}

/** Ids match as a whole, texts by substring; `=` matches the whole text, `*` a part. */
function textCondition(path: string, kind: 'id' | 'text', term: Term): QueryOperation {
  const { operator, value } = term
  if (operator !== '' && operator !== '=') return compare(field(path), operator, value)
  if (operator === '=') return compare(field(path), '=', value)
  return (
    wildcardCondition(path, term) ??
    (kind === 'id' ? compare(field(path), '=', value) : containsText(path, value))
  )
}

/** Users are stored by id but filtered by name. */
function userCondition(path: string, term: Term, idsOfUser: FilterContext['idsOfUser']): QueryOperation {
  const ids = term.operator === '' || term.operator === '=' ? idsOfUser(term.value) : []
  if (ids.length === 0) return textCondition(path, 'id', term)
  return anyOf(ids.map((id) => compare(field(path), '=', id)))
}

function choiceCondition(path: string, choices: readonly string[], term: Term): QueryOperation {
  const { value, operator } = term
  if ((operator === '' || operator === '=') && choices.includes(value)) {
    return compare(field(path), '=', value)
  }
  throw new FilterError(`${term.field} must be one of ${choices.join(', ')}`)
}

/** Models are keys of the usage object: searches its JSON for the quoted name. */
function modelCondition({ operator, value, quoted }: Term): QueryOperation {
  if (operator !== '' && operator !== '=') throw new FilterError('models cannot be compared with < or >')
  const literal = operator === '=' || quoted
  const text = literal ? `"${value}"` : quotedName(value)
  if (!literal && text.includes('*')) throw new FilterError('* is only supported at the start or end')
  return { $contains: { input: field('summary.usage'), substr: { $literal: text } } }
}

/** The name in quotes; a `*` stands for the quote at its end, so that longer names match as well. */
function quotedName(value: string): string {
  let start = 0
  let end = value.length
  while (value[start] === '*') start++
  while (end > start && value[end - 1] === '*') end--
  return `${start === 0 ? '"' : ''}${value.slice(start, end)}${end === value.length ? '"' : ''}`
}

function rootCondition({ operator, value }: Term): QueryOperation {
  const isRoot = compare(field('parent_id'), '=', null)
  if (operator === '' && value === 'true') return isRoot
  if (operator === '' && value === 'false') return not(isRoot)
  throw new FilterError('root must be true or false')
}

function timeCondition(path: string, term: Term, now: Date): QueryOperation {
  const time = parseTime(term.value, now)
  if (!time) throw new FilterError('write a time as 2025-03-01, 2025-03-01T10:00 or -24h')
  const from = time.from.toISOString()
  const to = time.to.toISOString()
  const at = field(path)
  switch (term.operator) {
    case '>':
      return compare(at, from === to ? '>' : '>=', to)
    case '>=':
      return compare(at, '>=', from)
    case '<':
      return compare(at, '<', from)
    case '<=':
      return compare(at, from === to ? '<=' : '<', to)
    default:
      return from === to ? compare(at, '=', from) : allOf([compare(at, '>=', from), compare(at, '<', to)])
  }
}

const comparisonOf = ({ operator }: Term): Comparison => (operator === '' ? '=' : operator)

function durationOf({ value }: Term): number {
  const ms = parseDuration(value)
  if (ms === undefined) throw new FilterError('write a duration as 500ms, 1.5s or 2m')
  return ms
}
