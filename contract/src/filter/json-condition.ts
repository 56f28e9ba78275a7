import type { QueryOperation } from '../query.ts'
import { anyOf, compare, containsText, FilterError, field, isSet, numeric, startsWith } from './conditions.ts'
import type { Term } from './parse.ts'

/** Condition on a JSON value of any type. */
export function jsonCondition(path: string, term: Term): QueryOperation {
  const { operator, value } = term
  if (operator === '=') return equalCondition(path, term)
  if (operator !== '') return compare(numeric(path), operator, numberOf(term))
  const wild = wildcardCondition(path, term)
  if (wild) return wild
  // Numbers and booleans match as a whole: 4 does not match 40.
  return isScalar(term) ? equalCondition(path, term) : containsText(path, value)
}

const isScalar = ({ value, quoted }: Term): boolean =>
  !quoted && (isNumber(value) || value === 'true' || value === 'false')

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Numbers compare by value, up to double precision: 1.0 equals 1. */
function equalCondition(path: string, { value, quoted }: Term): QueryOperation {
  const asText = compare(field(path), '=', value)
  if (quoted) return asText
  if (value === 'null') return anyOf([asText, compare(field(path), '=', null)])
  const number = Number(value)
  const isExact = isNumber(value) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(value))
  return isExact ? anyOf([asText, compare(numeric(path), '=', number)]) : asText
}

/** Substring condition; undefined if the value has no `*`. */
export function wildcardCondition(path: string, { value, quoted }: Term): QueryOperation | undefined {
  if (quoted || !value.includes('*')) return undefined
  if (value === '*') return isSet(path)
  const inner = value.replace(/^\*|\*$/g, '')
  if (inner.includes('*')) throw new FilterError('* is only supported at the end or at both ends')
  if (!value.startsWith('*')) return startsWith(path, inner)
  if (value.endsWith('*')) return containsText(path, inner)
  throw new FilterError(`* at the start also needs one at the end: write *${inner}*`)
}

export function numberOf({ field: name, value }: Term): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw new FilterError(`${name} needs a number`)
  return number
}
