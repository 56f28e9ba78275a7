import type { QueryOperation } from '@heddle/contract/query'
import {
  type Comparison,
  compare,
  containsText,
  everything,
  field,
  isSet,
  Mistake,
  no,
  some,
} from './conditions.ts'
import { type Field, fieldNamed } from './fields.ts'
import { jsonCondition, numberOf, wildcardCondition } from './json-condition.ts'
import type { Term } from './parse.ts'
import { plainField } from './tokenize.ts'
import { parseDuration, parseTime } from './values.ts'

/** What a filter is read with. */
export interface Surroundings {
  readonly now: Date
  /** The ids of those who go by a name; none where nobody is known by it. */
  readonly idsOfUser: (name: string) => readonly string[]
}

/** Searched in everything a call was given and gave back. */
export const wordCondition = (text: string): QueryOperation =>
  some(['inputs', 'output'].flatMap((column) => writtenAs(text).map((each) => containsText(column, each))))

/** A text as it stands, and as JSON writes it within a string where that differs. */
export function writtenAs(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  return inJson === text ? [text] : [text, inJson]
}

export function termCondition(term: Term, { now, idsOfUser }: Surroundings): QueryOperation {
  if (term.field === 'has') return hasCondition(term)
  const known = knownField(term.field)
  if (term.value === '' && !term.quoted) throw new Mistake('a value is missing')
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
      return some(known.paths.map((path) => jsonCondition(path, term)))
    case 'user':
      return userCondition(known.path, term, idsOfUser)
    case 'model':
      return modelCondition(term)
    case 'root':
      return rootCondition(term)
    case 'any-feedback':
      throw new Mistake('name the feedback, as in feedback.helpful:true, or write has:feedback')
  }
}

function knownField(name: string): Field {
  const known = fieldNamed(name)
  if (!known) throw new Mistake(`there is no field ${name}; quote the text to search for it`)
  return known
}

function hasCondition(term: Term): QueryOperation {
  const value = plainField(term.value)
  if (value === '') throw new Mistake('has: needs the name of a field')
  const known = knownField(value)
  switch (known.kind) {
    case 'any-feedback':
      return no(compare(field('feedback.[*].payload'), '=', ''))
    case 'json':
      return some(known.paths.map(isSet))
    case 'model':
      return isSet('summary.usage')
    case 'root':
      throw new Mistake('every call has a root')
    default:
      return isSet(known.path)
  }
}

/** Ids match as a whole, texts in part; `=` asks for the whole text, `*` for a part. */
function textCondition(path: string, kind: 'id' | 'text', term: Term): QueryOperation {
  const { operator, value } = term
  if (operator !== '' && operator !== '=') return compare(field(path), operator, value)
  if (operator === '=') return compare(field(path), '=', value)
  return (
    wildcardCondition(path, term) ??
    (kind === 'id' ? compare(field(path), '=', value) : containsText(path, value))
  )
}

/** People are stored by id and known by name. */
function userCondition(path: string, term: Term, idsOfUser: Surroundings['idsOfUser']): QueryOperation {
  const ids = term.operator === '' || term.operator === '=' ? idsOfUser(term.value) : []
  if (ids.length === 0) return textCondition(path, 'id', term)
  return some(ids.map((id) => compare(field(path), '=', id)))
}

function choiceCondition(path: string, choices: readonly string[], term: Term): QueryOperation {
  const { value, operator } = term
  if ((operator === '' || operator === '=') && choices.includes(value)) {
    return compare(field(path), '=', value)
  }
  throw new Mistake(`${term.field} is one of ${choices.join(', ')}`)
}

/** Models are the keys of the usage: their names are looked for as keys are written. */
function modelCondition({ operator, value, quoted }: Term): QueryOperation {
  if (operator !== '' && operator !== '=') throw new Mistake('models have no order')
  const literal = operator === '=' || quoted
  const text = literal ? `"${value}"` : `"${value}"`.replace(/^"\*+|\*+"$/g, '')
  if (!literal && text.includes('*')) throw new Mistake('* stands at the beginning or at the end')
  return { $contains: { input: field('summary.usage'), substr: { $literal: text } } }
}

function rootCondition({ operator, value }: Term): QueryOperation {
  const isRoot = compare(field('parent_id'), '=', null)
  if (operator === '' && value === 'true') return isRoot
  if (operator === '' && value === 'false') return no(isRoot)
  throw new Mistake('root is true or false')
}

function timeCondition(path: string, term: Term, now: Date): QueryOperation {
  const time = parseTime(term.value, now)
  if (!time) throw new Mistake('a time is written as 2025-03-01, 2025-03-01T10:00 or -24h')
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
      return from === to
        ? compare(at, '=', from)
        : everything([compare(at, '>=', from), compare(at, '<', to)])
  }
}

const comparisonOf = ({ operator }: Term): Comparison => (operator === '' ? '=' : operator)

function durationOf({ value }: Term): number {
  const ms = parseDuration(value)
  if (ms === undefined) throw new Mistake('a duration is written as 500ms, 1.5s or 2m')
  return ms
}
