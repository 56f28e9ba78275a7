import { NAMED_FIELDS } from './fields.ts'
import { plainField } from './tokenize.ts'

/** What could be completed at the end of a text. */
export type Completion =
  | { readonly kind: 'field'; readonly prefix: string; readonly from: number }
  | { readonly kind: 'value'; readonly field: string; readonly prefix: string; readonly from: number }

/** The word being typed: a field until its colon, then a value of it. */
export function completionAt(text: string): Completion {
  const [word = ''] = /(?:\\.|[^\s"\\]|"[^"]*"?)*$/s.exec(text) ?? []
  const bare = word.replace(/^[-(]+/, '')
  const from = text.length - bare.length
  const [, field, operator, value] = /^((?:\\.|[^:"\s\\])+):(>=|<=|>|<|=|)(.*)$/s.exec(bare) ?? []
  if (field === undefined || operator === undefined || value === undefined) {
    return { kind: 'field', prefix: bare, from }
  }
  const valueFrom = from + field.length + 1 + operator.length
  if (field === 'has') return { kind: 'field', prefix: value, from: valueFrom }
  return { kind: 'value', field: plainField(field), prefix: value.replaceAll('"', ''), from: valueFrom }
}

/** The field to ask `/calls/values` for, or undefined where values would not help. */
export function valuesField(name: string): string | undefined {
  const named = NAMED_FIELDS.find((field) => field.name === name)
  if (named) return named.valuesOf
  return /^(inputs|output|attributes|summary)\./.test(name) ? name : undefined
}

/** Values known without asking. */
export function fixedValues(name: string): readonly string[] {
  const field = NAMED_FIELDS.find((each) => each.name === name)?.field
  if (field?.kind === 'choice') return field.choices
  if (field?.kind === 'root') return ['true', 'false']
  if (field?.kind === 'duration') return ['>1s', '>5s', '>30s']
  if (field?.kind === 'instant') return ['>-1h', '>-24h', '>-7d']
  return []
}
