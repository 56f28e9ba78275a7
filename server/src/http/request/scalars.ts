import { isLongerThan } from '../../domain/text-length.ts'
import { formatDateTime, parseDateTime } from '../../time.ts'
import type { Issues } from './issues.ts'
import type { Bounds, Literal } from './schema-kind.ts'

/** Returns the decoded value, or adds an issue and returns undefined. */
export type Decoder = (value: unknown, issues: Issues) => unknown

/** Decodes to well-formed strings: a lone surrogate becomes U+FFFD, as it would in any storage. */
export function stringDecoder(bounds: Bounds): Decoder {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = bounds
  const pattern = bounds.pattern === undefined ? undefined : new RegExp(bounds.pattern, 'u')
  return (value, issues) => {
    if (typeof value !== 'string') return issues.add('string_type', 'Input should be a valid string', value)
    if (value.length < minLength) {
      return issues.add('string_too_short', `String should have at least ${minLength} characters`, value)
    }
    if (isLongerThan(value, maxLength)) {
      return issues.add('string_too_long', `String should have at most ${maxLength} characters`)
    }
    if (pattern && !pattern.test(value)) {
      return issues.add('string_pattern_mismatch', `String should match pattern '${bounds.pattern}'`, value)
    }
    return value.toWellFormed()
  }
}

const INTEGER_TEXT = /^\s*[+-]?\d+(?:\.0*)?\s*$/

export function integerDecoder(bounds: Bounds): Decoder {
  return (value, issues) => {
    if (typeof value === 'string' && !INTEGER_TEXT.test(value)) {
      return issues.add('int_parsing', 'Input should be a valid integer, unable to parse string', value)
    }
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number !== 'number') return issues.add('int_type', 'Input should be a valid integer', value)
    if (!Number.isInteger(number)) {
      return issues.add('int_from_float', 'Input should be a valid integer, got a fraction', value)
    }
    if (!Number.isSafeInteger(number)) {
      return issues.add('int_parsing_size', 'Input should be an integer between -2^53 and 2^53', value)
    }
    return withinBounds(number, bounds, issues)
  }
}

const NUMBER_TEXT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

export function numberDecoder(bounds: Bounds): Decoder {
  return (value, issues) => {
    if (typeof value === 'string' && !NUMBER_TEXT.test(value)) {
      return issues.add('float_parsing', 'Input should be a valid number, unable to parse string', value)
    }
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number !== 'number') return issues.add('float_type', 'Input should be a valid number', value)
    if (!Number.isFinite(number)) return issues.add('finite_number', 'Input should be a finite number')
    return withinBounds(number, bounds, issues)
  }
}

function withinBounds(number: number, bounds: Bounds, issues: Issues): number | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds
  const must = (type: string, relation: string, bound: number) =>
    issues.add(type, `Input should be ${relation} ${bound}`, number)
  if (minimum !== undefined && number < minimum) {
    return must('greater_than_equal', 'greater than or equal to', minimum)
  }
  if (maximum !== undefined && number > maximum)
    return must('less_than_equal', 'less than or equal to', maximum)
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) {
    return must('greater_than', 'greater than', exclusiveMinimum)
  }
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) {
    return must('less_than', 'less than', exclusiveMaximum)
  }
  // Turns -0 into 0.
  return number + 0
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off', 'f', 'n'])

export const decodeBoolean: Decoder = (value, issues) => {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
  if (TRUE_WORDS.has(word)) return true
  if (FALSE_WORDS.has(word)) return false
  return issues.add('bool_parsing', 'Input should be a valid boolean', value)
}

/** Converts Unix times to text, so that operations see one date format. */
export const decodeDateTime: Decoder = (value, issues) => {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return issues.add('datetime_type', 'Input should be a valid datetime', value)
  }
  const instant = parseDateTime(value)
  if (instant === undefined) return issues.add('datetime_parsing', 'Input should be a valid datetime', value)
  return typeof value === 'number' ? formatDateTime(instant) : value
}

export function literalDecoder(values: readonly Literal[]): Decoder {
  const allowed: ReadonlySet<unknown> = new Set(values)
  const expected = values.map((value) => JSON.stringify(value)).join(' or ')
  return (value, issues) =>
    allowed.has(value) ? value : issues.add('literal_error', `Input should be ${expected}`, value)
}
