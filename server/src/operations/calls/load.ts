import type { StoredCall } from '../../domain/call.ts'
import { newCallColumns } from '../../domain/call-columns.ts'
import { type CallExtras, type CallView, callView } from '../../domain/call-view.ts'
import { expandRefs } from '../../domain/expand.ts'
import { feedbackOnCall } from '../../domain/feedback-view.ts'
import { groupBy } from '../../domain/group-by.ts'
import { callRef } from '../../domain/ref.ts'
import { JsonText } from '../../json/text.ts'
import { writeJson } from '../../json/write.ts'
import type { Context } from '../operation.ts'
import { readObjectValues } from '../refs/read-object-values.ts'
import { costsOfCalls } from './costs.ts'

/** What a request may ask for beyond the calls themselves. */
export interface LoadOptions {
  readonly columns?: readonly string[]
  readonly expand_columns?: readonly string[]
  readonly return_expanded_column_values?: boolean
  readonly payload_max?: number
  readonly include_costs?: boolean
  readonly include_feedback?: boolean
  readonly include_storage_size?: boolean
  readonly include_total_storage_size?: boolean
  readonly include_usernames?: boolean
}

/** The calls of these ids as a reader sees them, in order; those that are not there are passed over. */
export async function loadCalls(
  context: Context,
  projectId: string,
  ids: readonly string[],
  options: LoadOptions,
): Promise<CallView[]> {
  const columns = newCallColumns(options)
  const calls = await context.storage.calls.read(projectId, ids, columns.wide, options.payload_max)
  const extrasOf = await loadExtras(context, projectId, calls, options)
  const views = calls.map((call) => callView(call, columns, extrasOf(call)))
  const expand = options.return_expanded_column_values === false ? [] : (options.expand_columns ?? [])
  return expandRefs(views, expand, (refs) => readObjectValues(context, refs))
}

async function loadExtras(
  context: Context,
  projectId: string,
  calls: readonly StoredCall[],
  options: LoadOptions,
): Promise<(call: StoredCall) => CallExtras> {
  const [costs, feedback, totals, names] = await Promise.all([
    options.include_costs ? costsOfCalls(context, projectId, calls) : undefined,
    options.include_feedback ? feedbackOfCalls(context, projectId, calls) : undefined,
    options.include_total_storage_size ? sizesOfTraces(context, projectId, calls) : undefined,
    options.include_usernames ? userNames(context) : undefined,
  ])
  return (call) => {
    const callCosts = costs?.get(call.id)
    const total = call.parent_id === null ? totals?.get(call.trace_id) : undefined
    const name = call.wb_user_id === null ? undefined : names?.get(call.wb_user_id)
    return {
      includeStorageSize: options.include_storage_size ?? false,
      ...(callCosts && { costs: callCosts }),
      ...(feedback && { feedback: feedback.get(call.id) ?? NO_FEEDBACK }),
      ...(total !== undefined && { totalStorageSizeBytes: total }),
      ...(name !== undefined && { wb_username: name }),
    }
  }
}

const NO_FEEDBACK = new JsonText('[]')

async function feedbackOfCalls(context: Context, projectId: string, calls: readonly StoredCall[]) {
  const idOf = new Map(calls.map(({ id }) => [callRef(projectId, id), id]))
  const rows = await context.storage.feedback.on(projectId, [...idOf.keys()])
  const byCall = groupBy(rows, ({ weave_ref }) => idOf.get(weave_ref))
  return new Map([...byCall].map(([id, group]) => [id, new JsonText(writeJson(group.map(feedbackOnCall)))]))
}

function sizesOfTraces(context: Context, projectId: string, calls: readonly StoredCall[]) {
  const roots = calls.filter(({ parent_id }) => parent_id === null)
  return context.storage.calls.traceSizes(projectId, [...new Set(roots.map(({ trace_id }) => trace_id))])
}

async function userNames(context: Context): Promise<ReadonlyMap<string, string>> {
  const users = await context.storage.accounts.users()
  return new Map(users.map(({ id, name }) => [id, name]))
}
