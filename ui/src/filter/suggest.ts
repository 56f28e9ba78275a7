import { NAMED_FIELDS } from '@heddle/contract/filter/fields'
import { plainField, plainLetters } from '@heddle/contract/filter/tokenize'
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
    completion.kind === 'field' ? fieldSuggestions(completion, fields) : valueSuggestions(completion, values)
  const byText = new Map(all.toReversed().map((each) => [each.text, each]))
  return all.filter((each) => byText.get(each.text) === each).slice(0, SHOWN_MAX)
}

const HAS = { name: 'has', about: 'Field has a value, as in has:exception' }

function fieldSuggestions({ prefix, isNamed }: FieldCompletion, fields: Seen['fields']): Suggestion[] {
  const end = isNamed ? '' : ':'
  const named = isNamed ? NAMED_FIELDS : [HAS, ...NAMED_FIELDS]
  const all = [
    ...named.map(({ name, about }) => ({ text: `${name}${end}`, about, completes: false })),
    ...fields
      .filter(({ field }) => !NAMELESS.test(field))
      .map(({ field, example }) => ({
        text: `${escapedField(field)}${end}`,
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
  { field, operator, prefix }: ValueCompletion,
  values: readonly SeenValue[],
): Suggestion[] {
  const fixed = fixedValues(field)
    .flatMap((value) => afterOperator(value, operator))
    .filter((text) => text.startsWith(prefix))
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

/** What is left of a value once its operator is typed; empty if it belongs to another one. */
function afterOperator(value: string, operator: string): string[] {
  if (operator === '=') return /^[<>]/.test(value) ? [] : [value]
  return value.startsWith(operator) ? [value.slice(operator.length)] : []
}

/** What can be completed at the end of a text. */
export type Completion = FieldCompletion | ValueCompletion

interface FieldCompletion {
  readonly kind: 'field'
  readonly prefix: string
  readonly from: number
  /** Whether the field is the value of `has:`, and takes none itself. */
  readonly isNamed: boolean
}

interface ValueCompletion {
  readonly kind: 'value'
  readonly field: string
  readonly operator: string
  readonly prefix: string
  readonly from: number
}

/** The word being typed: a field up to the colon, then its value. */
export function completionAt(text: string): Completion {
  const bare = lastWord(text).replace(/^[-(]+/, '')
  const from = text.length - bare.length
  const [, field, operator, value] = /^((?:\\.|[^:"\s\\])+):(>=|<=|>|<|=|)(.*)$/s.exec(bare) ?? []
  if (field === undefined || operator === undefined || value === undefined) {
    return { kind: 'field', prefix: bare, from, isNamed: false }
  }
  const valueFrom = from + field.length + 1 + operator.length
  if (field === 'has') return { kind: 'field', prefix: value, from: valueFrom, isNamed: true }
  const prefix = value.replaceAll('"', '')
  return { kind: 'value', field: plainField(field), operator, prefix, from: valueFrom }
}

/** What comes after the last space that is neither quoted nor escaped. */
function lastWord(text: string): string {
  let start = 0
  for (const [at, letter] of plainLetters(text)) if (/\s/.test(letter)) start = at + 1
  return text.slice(start)
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
