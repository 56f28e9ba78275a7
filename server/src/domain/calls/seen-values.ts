import type { JsonKind } from '@heddle/contract/json-scanner'
import { ServiceError } from '../../errors.ts'
import { membersOf } from '../../json/members.ts'
import { itemsOf, valueAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { splitPath } from '../../query/path.ts'
import { PAYLOAD_COLUMNS, type StoredCall, type WideColumn } from './call.ts'
import { callStatus, traceName } from './status.ts'

export type Scalar = string | number | boolean

export interface SeenValue {
  readonly value: Scalar
  readonly count: number
}

/** Longer texts are content, not values to choose from a list. */
const VALUE_CHARS_MAX = 200

/** Counts the values of one field. */
export class SeenValues {
  readonly #counts = new Map<Scalar, number>()

  add(values: Iterable<Scalar | null>): void {
    for (const value of new Set(values)) {
      if (value === null || value === '') continue
      if (typeof value === 'string' && value.length > VALUE_CHARS_MAX) continue
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
    }
  }

  /** Values with a word that starts with `prefix`, most frequent first. */
  best(prefix: string, limit: number): SeenValue[] {
    const fits = wordStart(prefix)
    return [...this.#counts]
      .filter(([value]) => fits(String(value)))
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1))
      .slice(0, limit)
  }
}

type ReadScalar = (call: StoredCall) => Scalar | null

/** Where the values of a field are: models are in the usage of a call, and payloads need a wide column. */
export type ValueField =
  | { readonly kind: 'model' }
  | { readonly kind: 'narrow'; readonly read: ReadScalar }
  | { readonly kind: 'payload'; readonly column: WideColumn; readonly read: ReadScalar }

const NARROW_FIELDS: ReadonlyMap<string, ReadScalar> = new Map([
  ['op_name', (call: StoredCall) => call.op_name],
  ['trace_name', (call) => traceName(call.op_name)],
  ['display_name', (call) => call.display_name],
  ['status', callStatus],
  ['wb_user_id', (call) => call.wb_user_id],
  ['wb_run_id', (call) => call.wb_run_id],
  ['kind', (call) => call.kind],
  ['end_user', (call) => call.end_user],
  ['thread_id', (call) => call.thread_id],
  ['trace_id', (call) => call.trace_id],
])

/** Spellings of the filter language. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['summary.weave.status', 'status'],
  ['summary.weave.trace_name', 'trace_name'],
  ['summary.weave.op', 'trace_name'],
  ['summary.weave.kind', 'kind'],
  ['summary.weave.end_user', 'end_user'],
])

export function valueField(field: string): ValueField {
  const name = ALIASES.get(field) ?? field
  if (name === 'model') return { kind: 'model' }
  const narrow = NARROW_FIELDS.get(name)
  if (narrow) return { kind: 'narrow', read: narrow }
  const [first, ...path] = splitPath(name)
  const column = PAYLOAD_COLUMNS.find((known) => known === first)
  if (!column) {
    const allowed = ['model', ...NARROW_FIELDS.keys(), ...PAYLOAD_COLUMNS.map((known) => `${known}.*`)]
    throw new ServiceError('invalid_field', `unknown field ${field}; allowed are ${allowed.join(', ')}`)
  }
  return { kind: 'payload', column, read: (call) => scalarAt(call[column], path) }
}

function scalarAt(payload: JsonText | null, path: readonly string[]): Scalar | null {
  const found = payload && valueAt(payload, path)
  return found ? scalarOf(found) : null
}

/** Null for anything but a scalar. */
function scalarOf(value: JsonText): Scalar | null {
  if (value.kind === 'object' || value.kind === 'array') return null
  const parsed: unknown = JSON.parse(value.text)
  return typeof parsed === 'string' || typeof parsed === 'number' || typeof parsed === 'boolean'
    ? parsed
    : null
}

function wordStart(prefix: string): (text: string) => boolean {
  const wanted = prefix.toLowerCase()
  if (wanted === '') return () => true
  return (text) => {
    const inLower = text.toLowerCase()
    for (let at = inLower.indexOf(wanted); at >= 0; at = inLower.indexOf(wanted, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(inLower.charAt(at - 1))) return true
    }
    return false
  }
}

type SeenType = 'string' | 'number' | 'boolean' | 'list' | 'object'

export interface SeenField {
  readonly field: string
  readonly types: readonly SeenType[]
  readonly count: number
  readonly example: Scalar | null
}

/** Deeper paths, and those of objects with ever-changing keys, are not worth suggesting. */
const DEPTH_MAX = 6
const FIELDS_MAX = 5_000
const EXAMPLE_CHARS_MAX = 80

interface Seen {
  readonly types: Set<SeenType>
  count: number
  example: Scalar | null
}

/** Counts the paths in payloads, each with an example value. Of lists only the first item is read. */
export class SeenFields {
  readonly #fields = new Map<string, Seen>()

  add(column: string, payload: JsonText): void {
    this.#visit(column, payload, 0)
  }

  /** Paths that match `prefix`, most frequent first. */
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
