import type { JsonKind } from '@heddle/contract/json-scanner'
import { membersOf } from '../../json/members.ts'
import { itemsOf } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { type Scalar, scalarOf } from './seen-values.ts'

type SeenType = 'string' | 'number' | 'boolean' | 'list' | 'object'

export interface SeenField {
  readonly field: string
  readonly types: readonly SeenType[]
  readonly count: number
  readonly example: Scalar | null
}

/** Deeper places, and those of objects with a new key each time, are not worth a suggestion. */
const DEPTH_MAX = 6
const FIELDS_MAX = 5_000
const EXAMPLE_CHARS_MAX = 80

interface Seen {
  readonly types: Set<SeenType>
  count: number
  example: Scalar | null
}

/** The paths that lead somewhere in payloads, with what stands there. Lists show their first item. */
export class SeenFields {
  readonly #fields = new Map<string, Seen>()

  add(column: string, payload: JsonText): void {
    this.#visit(column, payload, 0)
  }

  /** The most frequent first. */
  best(prefix: string, limit: number): SeenField[] {
    return [...this.#fields]
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, { types, count, example }]) => ({ field, types: [...types].sort(), count, example }))
      .sort((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1))
      .slice(0, limit)
  }

  #visit(field: string, value: JsonText, depth: number): void {
    this.#note(field, value)
    if (depth === DEPTH_MAX) return
    for (const [key, member] of membersOf(value) ?? []) {
      this.#visit(`${field}.${key.replaceAll('.', '\\.')}`, member, depth + 1)
    }
    const [item] = itemsOf(value) ?? []
    if (item) this.#visit(`${field}.0`, item, depth + 1)
  }

  #note(field: string, value: JsonText): void {
    const type = TYPES[value.kind]
    if (type === undefined) return
    const seen = this.#fields.get(field) ?? this.#newField(field)
    if (!seen) return
    seen.types.add(type)
    seen.count += 1
    seen.example ??= exampleOf(value)
  }

  #newField(field: string): Seen | undefined {
    if (this.#fields.size >= FIELDS_MAX) return undefined
    const seen = { types: new Set<SeenType>(), count: 0, example: null }
    this.#fields.set(field, seen)
    return seen
  }
}

const TYPES: Readonly<Partial<Record<JsonKind, SeenType>>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
}

function exampleOf(value: JsonText): Scalar | null {
  const scalar = scalarOf(value)
  if (typeof scalar !== 'string' || scalar.length <= EXAMPLE_CHARS_MAX) return scalar
  return `${scalar.slice(0, EXAMPLE_CHARS_MAX)}…`
}
