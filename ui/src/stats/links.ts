import { termText, withTerm, withWindow } from '../filter/edit.ts'

export type Scope = 'roots' | 'all'

/** Traces filter for the calls of a page, by scope and time window. */
export function filterOf(scope: Scope, from: Date, to: Date): string {
  return withWindow(scope === 'roots' ? 'root:true' : '', from, to)
}

interface Buckets {
  /** Start of each bucket, in seconds since 1970. */
  readonly times: readonly number[]
  readonly bucketSeconds: number
}

/** Traces filter for one bucket of a chart. It ends where the next begins: a day may have 23 or 25 hours. */
export function bucketFilter(scope: Scope, { times, bucketSeconds }: Buckets, index: number): string {
  const from = times[index] ?? 0
  const to = times[index + 1] ?? from + bucketSeconds
  return filterOf(scope, new Date(from * 1000), new Date(to * 1000))
}

/** Adds a condition on one value of a field. */
export const narrowed = (filter: string, field: string, value: string): string =>
  withTerm(filter, termText(field, value))
