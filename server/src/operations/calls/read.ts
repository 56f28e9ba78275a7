import { readCall } from '@heddle/contract/calls'
import type { StoredCall } from '../../domain/calls/call.ts'
import { newCallColumns } from '../../domain/calls/columns.ts'
import { expandRefs } from '../../domain/calls/expand.ts'
import { type CallExtras, type CallView, callView } from '../../domain/calls/view.ts'
import { feedbackOnCall } from '../../domain/feedback/view.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { callRef } from '../../domain/objects/ref.ts'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { writeJson } from '../../json/write.ts'
import type { CallJson, CallJsonView } from '../../storage/port/calls.ts'
import type { ReadPage } from '../../storage/port/pages.ts'
import { readObjectValues } from '../objects/refs.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { PAGE_BYTES, type PagedSource } from '../paged-rows.ts'
import { costsOfCalls } from './costs.ts'

export const callReadOperations = [
  operation(readCall, inProject('read'), async (request, context) => {
    const call = await loadCall(context, request.project_id, request.id, request)
    return { call: call ?? null }
  }),
]

/** Optional parts of a returned call. */
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

/** The calls with these ids as clients see them, in order, to be streamed or collected; unknown ids are skipped. */
export function callSource(
  context: Context,
  projectId: string,
  ids: PagedSource<string, CallView>['keys'],
  options: LoadOptions,
): PagedSource<string, CallView> {
  return {
    keys: ids,
    read: (page, bytesMax) => readCallPage(context, projectId, page, options, bytesMax),
    keyOf: ({ id }) => id,
  }
}

/** The same as JSON. Without costs, feedback and the like, the payloads of calls are sent as they were read. */
export function callJsonSource(
  context: Context,
  projectId: string,
  ids: PagedSource<string, CallView>['keys'],
  options: LoadOptions,
): PagedSource<string, CallView | CallJson> {
  const readPage = hasExtras(options) ? readCallPage : readJsonPage
  return {
    keys: ids,
    read: (page, bytesMax) => readPage(context, projectId, page, options, bytesMax),
    keyOf: ({ id }) => id,
  }
}

/** Whether calls are returned with more than what is stored with them. */
export const hasExtras = (options: LoadOptions): boolean =>
  Boolean(
    options.include_costs ||
      options.include_feedback ||
      options.include_total_storage_size ||
      options.include_usernames ||
      options.expand_columns?.length,
  )

function readJsonPage(
  { storage }: Context,
  projectId: string,
  ids: readonly string[],
  options: LoadOptions,
  bytesMax: number,
): Promise<ReadPage<CallJson>> {
  return storage.calls.readJson(projectId, ids, jsonView(options), { bytesMax, ...payloadLimit(options) })
}

export const jsonView = (options: LoadOptions): CallJsonView => ({
  columns: newCallColumns(options),
  includeStorageSize: options.include_storage_size ?? false,
})

export const payloadLimit = ({ payload_max: payloadMax }: LoadOptions) =>
  payloadMax === undefined ? {} : { payloadMax }

/** The calls with these ids, for a response in one JSON document. */
export function loadCalls(
  context: Context,
  projectId: string,
  ids: readonly string[],
  options: LoadOptions,
): Promise<CallView[]> {
  return context.reply.gather(callSource(context, projectId, [ids], options))
}

/** One call of any size; undefined if it does not exist. One that fits a page does not need the machinery of lists. */
async function loadCall(
  context: Context,
  projectId: string,
  id: string,
  options: LoadOptions,
): Promise<CallView | CallJson | undefined> {
  const source = callJsonSource(context, projectId, [[id]], options)
  const { rows, taken } = await source.read([id], PAGE_BYTES)
  return taken > 0 ? rows[0] : (await context.reply.gather(source))[0]
}

/** Size limit of what is returned with a call, such as its feedback and expanded refs. */
const EXTRAS_BYTES_MAX = 64 * 1024 ** 2

/** The calls that fit, including what is returned with them, whose size is known only once it has been read. */
async function readCallPage(
  context: Context,
  projectId: string,
  ids: readonly string[],
  options: LoadOptions,
  bytesMax: number,
): Promise<ReadPage<CallView>> {
  const columns = newCallColumns(options)
  const limits = { bytesMax, ...payloadLimit(options) }
  const { rows: calls, ...page } = await context.storage.calls.readPage(projectId, ids, columns.wide, limits)
  try {
    const extrasOf = await loadExtras(context, projectId, calls, options, bytesMax)
    const views = calls.map((call) => callView(call, columns, extrasOf(call)))
    const expand = options.return_expanded_column_values === false ? [] : (options.expand_columns ?? [])
    if (expand.length === 0) return { ...page, rows: views }
    const rows = await expandRefs(views, expand, (refs) => readObjectValues(context, refs, bytesMax))
    return { ...page, rows }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'too_large') throw error
    if (calls.length > 1) return readCallPage(context, projectId, halfOf(ids, page.taken), options, bytesMax)
    if (bytesMax >= EXTRAS_BYTES_MAX) throw error
    return { rows: [], taken: 0, next_bytes: EXTRAS_BYTES_MAX }
  }
}

const halfOf = (ids: readonly string[], taken: number): readonly string[] =>
  ids.slice(0, Math.ceil(taken / 2))

async function loadExtras(
  context: Context,
  projectId: string,
  calls: readonly StoredCall[],
  options: LoadOptions,
  bytesMax: number,
): Promise<(call: StoredCall) => CallExtras> {
  const [costs, feedback, totals, names] = await Promise.all([
    options.include_costs ? costsOfCalls(context, projectId, calls) : undefined,
    options.include_feedback ? feedbackOfCalls(context, projectId, calls, bytesMax) : undefined,
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

async function feedbackOfCalls(
  context: Context,
  projectId: string,
  calls: readonly StoredCall[],
  bytesMax: number,
) {
  const idOf = new Map(calls.map(({ id }) => [callRef(projectId, id), id]))
  const rows = await context.storage.feedback.on(projectId, [...idOf.keys()], bytesMax)
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
