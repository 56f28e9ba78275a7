import { escapedField, exactTerm, withoutField, withTerm } from '../filter/edit.ts'
import { rangeText } from '../range/time-range.ts'

export type Scope = 'roots' | 'all'

export const SCOPE_OPTIONS: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'roots', label: 'Traces' },
  { value: 'all', label: 'All calls' },
]

/** Traces filter for the calls of a page. */
export const scopeFilter = (scope: Scope): string => (scope === 'roots' ? 'root:true' : '')

interface Buckets {
  /** Start of each bucket, in seconds since 1970. */
  readonly times: readonly number[]
  readonly bucketSeconds: number
}

/** Time range of one bucket of a chart. It ends where the next begins: a day may have 23 or 25 hours. */
export function bucketRange({ times, bucketSeconds }: Buckets, index: number): string {
  const from = times[index] ?? 0
  const to = times[index + 1] ?? from + bucketSeconds
  return rangeText({ from: new Date(from * 1000), to: new Date(to * 1000) })
}

/** Adds a condition on one value of a field; an empty one is none. Models are used by calls below a root as well. */
export function narrowed(filter: string, field: string, value: string): string {
  if (value === '') return withTerm(filter, `-has:${escapedField(field)}`)
  return withTerm(field === 'model' ? withoutField(filter, 'root') : filter, exactTerm(field, value))
}
