import type { StoredCall } from '../../domain/calls/call.ts'
import { reportUsage, type UsageReport } from '../../domain/calls/usage.ts'
import { newPage } from '../../domain/page.ts'
import type { Context } from '../operation.ts'
import { pricesOf } from './costs.ts'

interface UsageRequest {
  readonly project_id: string
  readonly include_costs?: boolean
  readonly limit?: number
}

const CALLS_DEFAULT = 10_000

/** How many calls a usage report looks at. */
export function callsAllowed(request: UsageRequest): number {
  return newPage({ limit: request.limit }).limit ?? CALLS_DEFAULT
}

/** The usage of the calls named, rolled up over `calls`. */
export async function usageOfCalls(
  context: Context,
  { project_id, include_costs }: UsageRequest,
  ids: readonly string[],
  calls: readonly StoredCall[],
): Promise<UsageReport> {
  const reported = await context.storage.calls.usage(
    project_id,
    calls.map(({ id }) => id),
  )
  const prices = include_costs ? await pricesOf(context, project_id, reported) : undefined
  return reportUsage(ids, calls, reported, prices)
}
