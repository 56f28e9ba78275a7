import type { UsageStanding } from '@heddle/contract/call/usage-standing'
import { isRequest } from '../../semconv/kind.ts'
import type { Micros } from '../../time.ts'
import { groupBy } from '../measures/group-by.ts'
import type { CallNode } from './tree.ts'

/** Properties of a call that its ancestors inherit, as bits. */
export const FAILED = 1
export const REQUEST_USAGE = 2
export const OTHER_USAGE = 4

/** The bit of a call that reports usage; 0 for calls of the SDKs, whose usage their ancestors include. */
export function usageBit(isSpan: boolean, kind: string | null): number {
  if (!isSpan) return 0
  return kind !== null && isRequest(kind) ? REQUEST_USAGE : OTHER_USAGE
}

/** The fields of a visible call that decide about its relatives. */
export interface Relative extends CallNode {
  readonly started_at: Micros
  readonly failed: boolean
  readonly usage_bit: number
  /** Whether it reports more than zeros. */
  readonly has_usage: boolean
  readonly response_id: string | null
  /** Whether it has a preview of its input or output. */
  readonly has_content: boolean
}

/** What the relatives of a call say of it. */
export interface FamilyFacts {
  readonly descendant_failed: boolean
  /** Null for a call without usage. */
  readonly usage_standing: UsageStanding | null
}

/**
 * The facts of calls of one project, given all visible calls of their traces. For engines that decide while reading, and to test those
 * that store the result.
 *
 * Usage counts in totals of its trace, thread, user and project such that each token counts once. Calls of the Weave SDKs include
 * the usage of their descendants, so only roots count. Spans report what they observe, and several may observe the same request:
 *
 * - a request (`isRequest`) counts unless a request below it reports usage too;
 * - among siblings that report the same response, one counts: that with a request below it, else that with content, else the first;
 * - any other span counts unless something below it reports usage.
 *
 * `in_parent`, `repeated_below` and `same_response` are the reasons for not counting.
 */
export function familyFacts(calls: readonly Relative[]): Map<string, FamilyFacts> {
  const below = bitsBelow(calls)
  const repeats = repeatedResponses(calls, below)
  return new Map(
    calls.map((call) => {
      const bits = below.get(call.id) ?? 0
      const usage_standing = standingOf(call, bits, repeats.has(call.id))
      return [call.id, { descendant_failed: (bits & FAILED) !== 0, usage_standing }]
    }),
  )
}

function standingOf(call: Relative, below: number, isRepeat: boolean): UsageStanding | null {
  if (!call.has_usage) return null
  if (call.usage_bit === 0) return call.parent_id === null ? 'counted' : 'in_parent'
  const repeated = call.usage_bit === REQUEST_USAGE ? REQUEST_USAGE : REQUEST_USAGE | OTHER_USAGE
  if ((below & repeated) !== 0) return 'repeated_below'
  return isRepeat ? 'same_response' : 'counted'
}

function bitsBelow(calls: readonly Relative[]): Map<string, number> {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const below = new Map<string, number>()
  for (const call of calls) {
    const bits = (call.failed ? FAILED : 0) | (call.has_usage ? call.usage_bit : 0)
    let above = parentOf(call, byId)
    // Stops when nothing changes, so cycles of parents end too.
    while (above && ((below.get(above.id) ?? 0) & bits) !== bits) {
      below.set(above.id, (below.get(above.id) ?? 0) | bits)
      above = parentOf(above, byId)
    }
  }
  return below
}

function parentOf(call: Relative, byId: ReadonlyMap<string, Relative>): Relative | undefined {
  const parent = call.parent_id === null ? undefined : byId.get(call.parent_id)
  return parent?.trace_id === call.trace_id ? parent : undefined
}

function repeatedResponses(calls: readonly Relative[], below: ReadonlyMap<string, number>): Set<string> {
  const requests = calls.filter(
    (call) => call.response_id !== null && call.has_usage && call.usage_bit === REQUEST_USAGE,
  )
  const groups = groupBy(requests, (call) =>
    JSON.stringify([call.trace_id, call.parent_id, call.response_id]),
  )
  return new Set(
    [...groups.values()].flatMap((group) => {
      const ranked = group.map((call) => ({ ...call, below: below.get(call.id) ?? 0 })).sort(byPrecedence)
      return ranked.slice(1).map(({ id }) => id)
    }),
  )
}

/** Of siblings that report the same response, the first counts. */
export function byPrecedence(a: Reporter, b: Reporter): number {
  return (
    (b.below & REQUEST_USAGE) - (a.below & REQUEST_USAGE) ||
    Number(b.has_content) - Number(a.has_content) ||
    a.started_at - b.started_at ||
    (a.id < b.id ? -1 : 1)
  )
}

interface Reporter {
  readonly id: string
  readonly below: number
  readonly has_content: boolean | number
  readonly started_at: Micros
}
