import type { QueryOperation } from '@heddle/contract/query'
import { anyOf, compare, containsText, FilterError, field, isSet, numeric, startsWith } from './conditions.ts'
import type { Term } from './parse.ts'

/** On whatever JSON a path leads to. */
export function jsonCondition(path: string, term: Term): QueryOperation {
  const { operator, value } = term
  if (operator === '=') return equalCondition(path, term)
  if (operator !== '') return compare(numeric(path), operator, numberOf(term))
  const wild = wildcardCondition(path, term)
  if (wild) return wild
  // A number or a truth value is meant as a whole: 4 does not look for 40.
  return isScalar(term) ? equalCondition(path, term) : containsText(path, value)
}

const isScalar = ({ value, quoted }: Term): boolean =>
  !quoted && (isNumber(value) || value === 'true' || value === 'false')

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Numbers are equal however they are written, as long as a double tells them apart: 1.0 is 1. */
function equalCondition(path: string, { value, quoted }: Term): QueryOperation {
  const asText = compare(field(path), '=', value)
  if (quoted) return asText
  if (value === 'null') return anyOf([asText, compare(field(path), '=', null)])
  const number = Number(value)
  const isExact = isNumber(value) && (Number.isSafeInteger(number) || !/^-?\d+$/.test(value))
  return isExact ? anyOf([asText, compare(numeric(path), '=', number)]) : asText
}

/** A part of a text; undefined where no `*` asks for one. */
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
