import type { SeenField, SeenValue } from '@heddle/contract/values'
import type { Completion } from './complete.ts'
import { fixedValues } from './complete.ts'
import { escapedField, termText } from './edit.ts'
import { NAMED_FIELDS } from './fields.ts'

/** Something to put in the place of what is being typed. */
export interface Suggestion {
  readonly text: string
  readonly about: string
  /** Whether the condition is whole with it. */
  readonly completes: boolean
}

const SHOWN_MAX = 12
/** A path through a key without a name, which no filter can say. */
const NAMELESS = /(?<!\\)\.(?:\.|$)/

interface Seen {
  readonly fields: readonly SeenField[]
  readonly values: readonly SeenValue[]
}

export function suggestionsFor(completion: Completion, { fields, values }: Seen): Suggestion[] {
  const all =
    completion.kind === 'field'
      ? fieldSuggestions(completion.prefix, fields)
      : valueSuggestions(completion, values)
  return all.slice(0, SHOWN_MAX)
}

function fieldSuggestions(prefix: string, fields: readonly SeenField[]): Suggestion[] {
  const named = [{ name: 'has', about: 'Has a value: has:exception' }, ...NAMED_FIELDS]
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
      about: `${count} lately`,
      completes: true,
    }))
  return [...fixed, ...seen]
}
