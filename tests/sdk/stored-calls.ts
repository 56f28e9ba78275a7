import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import type { Client } from '@heddle/contract/client'

/** All calls of a project, in the order in which they began. */
export async function storedCalls(client: Client, project_id: string): Promise<CallRecord[]> {
  const { calls } = await client.call(queryCalls, { project_id, include_costs: true, include_feedback: true })
  return calls
}

/** The name in an op's ref: `add` of `weave:///team/app/op/add:DIGEST`. */
export const opOf = (call: CallRecord): string => /\/op\/(.+):/.exec(call.op_name)?.[1] ?? call.op_name

/** `root > branch > leaf`, for every call, sorted. */
export function pathsOf(calls: readonly CallRecord[]): string[] {
  const byId = new Map(calls.map((call) => [call.id, call]))
  const pathOf = (call: CallRecord): string => {
    const parent = call.parent_id ? byId.get(call.parent_id) : undefined
    return parent ? `${pathOf(parent)} > ${opOf(call)}` : opOf(call)
  }
  return calls.map(pathOf).sort()
}
