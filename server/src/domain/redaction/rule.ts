import type { RedactedField } from '@heddle/contract/redaction'
import { ServiceError } from '../../errors.ts'
import { compilePattern } from './pattern.ts'

/** What a project redacts in its calls and agent spans before they are stored: values by their keys, or texts by a pattern. */
export interface RedactionRule {
  readonly name: string
  readonly keys?: readonly string[]
  readonly pattern?: string
  readonly fields: readonly RedactedField[]
}

const ALL_FIELDS: readonly RedactedField[] = ['inputs', 'output', 'attributes']

/** Returns the rules to store. Throws `invalid_request`, naming the rule, for one that cannot be applied. */
export function newRedactionRules(
  requested: readonly (Omit<RedactionRule, 'fields'> & Partial<Pick<RedactionRule, 'fields'>>)[],
): RedactionRule[] {
  const names = new Set<string>()
  return requested.map(({ fields = ALL_FIELDS, ...rule }) => {
    const { name, keys, pattern } = rule
    if (names.has(name)) throw refusal(name, 'its name is used twice')
    names.add(name)
    if ((keys === undefined) === (pattern === undefined)) throw refusal(name, 'it needs keys or a pattern')
    if (keys?.some((key) => normalizedKey(key) === ''))
      throw refusal(name, 'a key needs other characters than _, - and .')
    if (pattern !== undefined) checkPattern(name, pattern)
    return { ...rule, fields: ALL_FIELDS.filter((field) => fields.includes(field)) }
  })
}

function checkPattern(name: string, pattern: string): void {
  try {
    compilePattern(pattern)
  } catch (error) {
    if (error instanceof ServiceError) throw refusal(name, error.message)
    throw error
  }
}

const refusal = (name: string, problem: string) =>
  new ServiceError('invalid_request', `redaction rule ${JSON.stringify(name)}: ${problem}`)

/** Keys are compared without case, `_` and `-`. The parts of a dotted key are keys inside each other. */
export const normalizedKey = (key: string): string =>
  key
    .replace(/[_-]/g, '')
    .toLowerCase()
    .split('.')
    .filter((part) => part !== '')
    .join('.')
