import { readCall } from '@heddle/contract/calls'
import type { StoredCall } from '../../domain/calls/call.ts'
import { newCallColumns } from '../../domain/calls/columns.ts'
import { expandRefs } from '../../domain/calls/expand.ts'
import { type ExtraName, extrasOf } from '../../domain/calls/extras.ts'
import { type CallExtras, type CallView, callView } from '../../domain/calls/view.ts'
import { isTooLarge } from '../../errors.ts'
import { readExtras } from '../../storage/port/call-extras.ts'
import type { CallJson, CallJsonView } from '../../storage/port/calls.ts'
import type { ReadPage } from '../../storage/port/pages.ts'
import { readObjectValues } from '../objects/refs.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { PAGE_BYTES, type PagedSource } from '../paged-rows.ts'

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
    read: (page, bytesMax) => readCallPage(context, { projectId, ids: page, options, bytesMax }),
    keyOf: ({ id }) => id,
    pageBytesMax: context.storage.calls.pageBytesMax,
  }
}

/** The same as JSON. Unless refs are expanded or traces measured, the payloads of calls are sent as they were read. */
export function callJsonSource(
  context: Context,
  projectId: string,
  ids: PagedSource<string, CallView>['keys'],
  options: LoadOptions,
): PagedSource<string, CallView | CallJson> {
  const readPage = needsObjects(options) ? readCallPage : readJsonPage
  return {
    keys: ids,
    read: (page, bytesMax) => readPage(context, { projectId, ids: page, options, bytesMax }),
    keyOf: ({ id }) => id,
    pageBytesMax: context.storage.calls.pageBytesMax,
  }
}

/** Whether the storage cannot write the requested extras itself. */
export const needsObjects = (options: LoadOptions): boolean =>
  Boolean(options.include_total_storage_size || options.expand_columns?.length)

interface PageRequest {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly options: LoadOptions
  readonly bytesMax: number
}

function readJsonPage(
  { storage }: Context,
  { projectId, ids, options, bytesMax }: PageRequest,
): Promise<ReadPage<CallJson>> {
  const limits = { bytesMax, ...payloadLimit(options) }
  return readFewer(ids, bytesMax, (some) =>
    storage.calls.readJson(projectId, some, jsonView(options), limits),
  )
}

export const jsonView = (options: LoadOptions): CallJsonView => ({
  columns: newCallColumns(options),
  includeStorageSize: options.include_storage_size ?? false,
  extras: extraNames(options),
})

const extraNames = (options: LoadOptions): ExtraName[] => [
  ...(options.include_costs ? (['costs'] as const) : []),
  ...(options.include_feedback ? (['feedback'] as const) : []),
  ...(options.include_usernames ? (['usernames'] as const) : []),
]

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

/** One call of any size; undefined if it does not exist. One that fits a page is read directly. */
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

/** The calls that fit, including their extras, whose size is known only after reading them. */
function readCallPage(context: Context, request: PageRequest): Promise<ReadPage<CallView>> {
  const { projectId, ids, options, bytesMax } = request
  const columns = newCallColumns(options)
  const limits = { bytesMax, ...payloadLimit(options) }
  return readFewer(ids, bytesMax, async (some) => {
    const { rows: calls, ...page } = await context.storage.calls.readPage(
      projectId,
      some,
      columns.wide,
      limits,
    )
    const extras = await loadExtras(context, calls, request)
    const views = calls.map((call) => callView(call, columns, extras(call)))
    const expand = options.return_expanded_column_values === false ? [] : (options.expand_columns ?? [])
    if (expand.length === 0) return { ...page, rows: views }
    const rows = await expandRefs(views, expand, (refs) => readObjectValues(context, refs, bytesMax))
    return { ...page, rows }
  })
}

/** Reads fewer calls than requested if their extras are too large together, and none if those of a single call are. */
async function readFewer<Row>(
  ids: readonly string[],
  bytesMax: number,
  read: (ids: readonly string[]) => Promise<ReadPage<Row>>,
): Promise<ReadPage<Row>> {
  try {
    return await read(ids)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    if (ids.length > 1) return readFewer(ids.slice(0, Math.ceil(ids.length / 2)), bytesMax, read)
    if (bytesMax >= EXTRAS_BYTES_MAX) throw error
    return { rows: [], taken: 0, next_bytes: EXTRAS_BYTES_MAX }
  }
}

async function loadExtras(
  context: Context,
  calls: readonly StoredCall[],
  { projectId, options, bytesMax }: PageRequest,
): Promise<(call: StoredCall) => CallExtras> {
  const [rows, totals] = await Promise.all([
    readExtras(context.storage, projectId, calls, extraNames(options), bytesMax),
    options.include_total_storage_size ? sizesOfTraces(context, projectId, calls) : undefined,
  ])
  const stored = extrasOf(calls, rows)
  return (call) => {
    const total = call.parent_id === null ? totals?.get(call.trace_id) : undefined
    return {
      includeStorageSize: options.include_storage_size ?? false,
      ...stored(call),
      ...(total !== undefined && { totalStorageSizeBytes: total }),
    }
  }
}

function sizesOfTraces(context: Context, projectId: string, calls: readonly StoredCall[]) {
  const roots = calls.filter(({ parent_id }) => parent_id === null)
  return context.storage.calls.traceSizes(projectId, [...new Set(roots.map(({ trace_id }) => trace_id))])
}
