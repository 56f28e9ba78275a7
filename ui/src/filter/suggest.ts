import { NAMED_FIELDS } from '@heddle/contract/filter/fields'
import { plainField } from '@heddle/contract/filter/tokenize'
import type { SeenField, SeenValue } from '@heddle/contract/values'
import { escapedField, termText } from './edit.ts'

/** A completion for the text being typed. */
export interface Suggestion {
  readonly text: string
  readonly about: string
  /** Whether it completes the condition. */
  readonly completes: boolean
}

const SHOWN_MAX = 12
/** A path with an empty key, which filters cannot express. */
const NAMELESS = /(?<!\\)\.(?:\.|$)/

interface Seen {
  readonly fields: readonly Pick<SeenField, 'field' | 'example'>[]
  readonly values: readonly SeenValue[]
}

export function suggestionsFor(completion: Completion, { fields, values }: Seen): Suggestion[] {
  const all =
    completion.kind === 'field'
      ? fieldSuggestions(completion.prefix, fields)
      : valueSuggestions(completion, values)
  return all.slice(0, SHOWN_MAX)
}

function fieldSuggestions(prefix: string, fields: Seen['fields']): Suggestion[] {
  const named = [{ name: 'has', about: 'Field has a value, as in has:exception' }, ...NAMED_FIELDS]
  const all = [
    ...named.map(({ name, about }) => ({ text: `${name}:`, about, completes: false })),
    ...fields
      .filter(({ field }) => !NAMELESS.test(field))
      .map(({ field, example }) => ({
        text: `${escapedField(field)}:`,
        about: example === null ? '' : String(example),
        completes: false,
      })),
  ]
  const wanted = prefix.toLowerCase()
  const starting = all.filter(({ text }) => text.toLowerCase().startsWith(wanted))
  const containing = all.filter(
    (each) => !starting.includes(each) && each.text.toLowerCase().includes(wanted),
  )
  return [...starting, ...containing]
}

function valueSuggestions(
  { field, prefix }: Extract<Completion, { kind: 'value' }>,
  values: readonly SeenValue[],
): Suggestion[] {
  const fixed = fixedValues(field)
    .filter((value) => value.startsWith(prefix))
    .map((text) => ({ text, about: '', completes: true }))
  const wanted = prefix.replaceAll('*', '').toLowerCase()
  const seen = values
    .filter(({ value }) => String(value).toLowerCase().includes(wanted))
    .map(({ value, count }) => ({
      text: termText('', String(value)).slice(1),
      about: `${count} recent`,
      completes: true,
    }))
  return [...fixed, ...seen]
}

/** What can be completed at the end of a text. */
export type Completion =
  | { readonly kind: 'field'; readonly prefix: string; readonly from: number }
  | { readonly kind: 'value'; readonly field: string; readonly prefix: string; readonly from: number }

/** The word being typed: a field up to the colon, then its value. */
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

/** Field name for `/calls/values`; undefined if its values make no useful suggestions. */
export function valuesField(name: string): string | undefined {
  const named = NAMED_FIELDS.find((field) => field.name === name)
  if (named) return named.valuesOf
  return /^(inputs|output|attributes|summary)\./.test(name) ? name : undefined
}

/** Values known without a request. */
export function fixedValues(name: string): readonly string[] {
  const field = NAMED_FIELDS.find((each) => each.name === name)?.field
  if (field?.kind === 'choice') return field.choices
  if (field?.kind === 'root') return ['true', 'false']
  if (field?.kind === 'duration') return ['>1s', '>5s', '>30s']
  if (field?.kind === 'instant') return ['>-1h', '>-24h', '>-7d']
  return []
}
