import { ServiceError } from '../../errors.ts'
import { valueAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { splitPath } from '../../query/path.ts'
import { PAYLOAD_COLUMNS, type StoredCall, type WideColumn } from './call.ts'
import { callStatus, traceName } from './status.ts'

export type Scalar = string | number | boolean

export interface SeenValue {
  readonly value: Scalar
  readonly count: number
}

/** Longer texts are read, not chosen from a list. */
const VALUE_CHARS_MAX = 200

/** The values of one field, and how often each was seen. */
export class SeenValues {
  readonly #counts = new Map<Scalar, number>()

  add(values: Iterable<Scalar | null>): void {
    for (const value of new Set(values)) {
      if (value === null || value === '') continue
      if (typeof value === 'string' && value.length > VALUE_CHARS_MAX) continue
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
    }
  }

  /** The most frequent first; of those, the ones with a word that starts with `prefix`. */
  best(prefix: string, limit: number): SeenValue[] {
    const fits = wordStart(prefix)
    return [...this.#counts]
      .filter(([value]) => fits(String(value)))
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1))
      .slice(0, limit)
  }
}

/** How to read a field of a call for its values, and which wide column that takes. */
export interface ValueField {
  readonly column?: WideColumn
  /** Undefined for `model`, which calls report apart. */
  readonly read?: (call: StoredCall) => Scalar | null
}

const NARROW_FIELDS: ReadonlyMap<string, (call: StoredCall) => Scalar | null> = new Map([
  ['op_name', (call: StoredCall) => call.op_name],
  ['trace_name', (call) => traceName(call.op_name)],
  ['display_name', (call) => call.display_name],
  ['status', callStatus],
  ['wb_user_id', (call) => call.wb_user_id],
  ['wb_run_id', (call) => call.wb_run_id],
  ['thread_id', (call) => call.thread_id],
  ['trace_id', (call) => call.trace_id],
])

/** Other spellings: those of filters. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['summary.weave.status', 'status'],
  ['summary.weave.trace_name', 'trace_name'],
  ['summary.weave.op', 'trace_name'],
])

export function valueField(field: string): ValueField {
  const name = ALIASES.get(field) ?? field
  if (name === 'model') return {}
  const narrow = NARROW_FIELDS.get(name)
  if (narrow) return { read: narrow }
  const [first, ...path] = splitPath(name)
  const column = PAYLOAD_COLUMNS.find((known) => known === first)
  if (!column) {
    const allowed = ['model', ...NARROW_FIELDS.keys(), ...PAYLOAD_COLUMNS.map((known) => `${known}.*`)]
    throw new ServiceError('invalid_field', `unknown field ${field}; allowed are ${allowed.join(', ')}`)
  }
  return { column, read: (call) => scalarAt(call[column], path) }
}

function scalarAt(payload: JsonText | null, path: readonly string[]): Scalar | null {
  const found = payload && valueAt(payload, path)
  return found ? scalarOf(found) : null
}

/** Null for what is no scalar, or null. */
export function scalarOf(value: JsonText): Scalar | null {
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
