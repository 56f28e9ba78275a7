import { countCalls, queryCalls, streamCalls } from '@heddle/contract/calls-query'
import { batchesOf } from '../../batches.ts'
import { newCallColumns } from '../../domain/calls/columns.ts'
import { callCatalogue } from '../../domain/calls/fields.ts'
import { newCallFilter, type ReceivedCallFilter } from '../../domain/calls/filter.ts'
import { newCallPosition, type ReceivedPosition } from '../../domain/calls/position.ts'
import type { CallView } from '../../domain/calls/view.ts'
import { isTooLarge, ServiceError } from '../../errors.ts'
import type { CallJson, CallPosition, CallSearch, FoundCalls } from '../../storage/port/calls.ts'
import type { ReadPage } from '../../storage/port/pages.ts'
import type { Release } from '../byte-budget.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { PAGE_BYTES, PAGE_ROWS, type PagedSource, pagedRows } from '../paged-rows.ts'
import { newRecordSearch, type RecordSearchRequest } from '../record-search.ts'
import { callJsonSource, callSource, jsonView, type LoadOptions, needsObjects, payloadLimit } from './read.ts'

export const callQueryOperations = [
  operation(queryCalls, inProject('read'), async (request, context) => {
    const found = jsonOfMatchingCalls(context, request)
    const calls = await context.reply.gather(found)
    const cursor = found.cursor()
    return { calls, ...(cursor !== undefined && { cursor }) }
  }),

  operation(streamCalls, inProject('read'), async (request, context) =>
    pagedRows(jsonOfMatchingCalls(context, request), context),
  ),

  /** Counts the calls that a query would return, up to `limit`. */
  operation(countCalls, inProject('read'), async (request, context) => {
    const { limit } = request
    if (limit !== undefined && limit < 1) {
      throw new ServiceError('invalid_request', `limit must be at least 1, not ${limit}`)
    }
    const { storage, signal } = context
    const search = newCallSearch(request)
    const [count, size] = await Promise.all([
      storage.calls.count(search, limit, signal),
      request.include_total_storage_size ? storage.calls.size(search, signal) : null,
    ])
    return { count, has_more: limit !== undefined && count >= limit, total_storage_size_bytes: size }
  }),
]

/** Streams the matching calls in order. Validates the request before it returns. */
export function streamMatchingCalls(
  context: Context,
  request: CallSearchRequest & LoadOptions,
): AsyncGenerator<CallView> {
  return pagedRows(callSource(context, request.project_id, matchingIds(context, request), request), context)
}

interface FoundJson extends PagedSource<string, CallView | CallJson> {
  /**
   * Where changes continue, if the request asked for it and the first page was read. Taken before any call is read: a concurrent
   * write may be reported twice, but is never missed.
   */
  cursor(): string | undefined
}

/** The matching calls as JSON, to be streamed or gathered. Those of the first page are read when they are found. */
function jsonOfMatchingCalls(
  context: Context,
  request: CallSearchRequest & LoadOptions & { readonly include_cursor?: boolean },
): FoundJson {
  const { project_id, include_cursor: withCursor = false } = request
  const { calls } = context.storage
  const search = newCallSearch(request)
  let cursor: string | undefined
  const findIds = async () => {
    if (withCursor) cursor = (await calls.changes(project_id, undefined, 0)).cursor
    return findPacked(context, search)
  }
  const sourceOf = (findFirst: typeof findIds) => ({
    ...callJsonSource(context, project_id, callIdPages(context, search, findFirst), request),
    cursor: () => cursor,
  })
  if (needsObjects(request)) {
    newCallColumns(request)
    return sourceOf(findIds)
  }
  const view = jsonView(request)
  let first: ReadPage<CallJson> | undefined
  const source = sourceOf(async () => {
    const release = context.reads.tryAcquire(PAGE_BYTES)
    if (!release) return findIds()
    try {
      const limits = { rowsMax: PAGE_ROWS, bytesMax: PAGE_BYTES, ...payloadLimit(request), withCursor }
      const { page, ...found } = await calls.findJson(search, IDS_MAX, view, limits, context.signal)
      first = page
      cursor = found.cursor
      return packed(found, context)
    } catch (error) {
      // The extras of all of them are too large, so fewer are read at a time.
      if (isTooLarge(error)) return findIds()
      throw error
    } finally {
      // The next reader of the page acquires it again.
      release()
    }
  })
  return {
    ...source,
    async read(ids, bytesMax) {
      const page = first
      first = undefined
      return page ?? source.read(ids, bytesMax)
    },
  }
}

function matchingIds(context: Context, request: CallSearchRequest & LoadOptions) {
  newCallColumns(request)
  return callIdPages(context, newCallSearch(request))
}

/** The parts of a request that choose calls; every endpoint that lists or counts calls has them. */
export interface CallSearchRequest extends RecordSearchRequest {
  readonly filter?: ReceivedCallFilter
  readonly expand_columns?: readonly string[]
  readonly after?: ReceivedPosition
}

/** Validates the whole request before anything is read. */
export function newCallSearch(request: CallSearchRequest): CallSearch {
  const catalogue = callCatalogue({ expand_columns: request.expand_columns ?? [] })
  const search = newRecordSearch(request, catalogue)
  return {
    ...search,
    filter: newCallFilter(request.filter ?? {}, request.project_id),
    ...(request.after && { after: newCallPosition(request.after, search.sort) }),
  }
}

/** Ids per search: few enough to hold for a slow reader, enough to make each search worthwhile. */
const IDS_MAX = 5_000

/**
 * Yields the matching ids in order, in lists. Ids of later pages are kept packed as JSON; where the engine
 * returns all ids at once, they count against the read budget.
 */
async function* callIdPages(
  context: Context,
  search: CallSearch,
  findFirst = () => findPacked(context, search),
): AsyncGenerator<readonly string[]> {
  let rest: CallSearch | undefined = search
  while (rest) {
    const found: PackedIds = await (rest === search ? findFirst() : findPacked(context, rest))
    const { pages, count, next } = found
    const release = holdPacked(context, pages)
    try {
      for (const page of pages) yield typeof page === 'string' ? JSON.parse(page) : page
    } finally {
      release()
    }
    rest = next && searchFrom(rest, next, count)
  }
}

/** A single page of ids is kept as it is, more pages as JSON, which takes a third of the memory. */
type Packed = string | readonly string[]

interface PackedIds {
  readonly pages: readonly Packed[]
  readonly count: number
  readonly next: CallPosition | undefined
}

async function findPacked(context: Context, search: CallSearch): Promise<PackedIds> {
  const { storage, signal } = context
  return packed(await storage.calls.findPage(search, IDS_MAX, signal), context)
}

/** Lists are as long as the largest page of rows. */
function packed({ ids, next }: FoundCalls, { storage }: Context): PackedIds {
  const length = Math.ceil((PAGE_ROWS * (storage.calls.pageBytesMax ?? PAGE_BYTES)) / PAGE_BYTES)
  if (ids.length <= length) return { pages: [ids], count: ids.length, next }
  const pages = [...batchesOf(ids, length)].map((some) => JSON.stringify(some))
  return { pages, count: ids.length, next }
}

/** Throws rather than waits when the budget is used up: the ids are already in memory. */
function holdPacked({ reads }: Context, pages: readonly Packed[]): Release {
  const bytes = pages.reduce((sum, { length }) => sum + length, 0)
  return bytes > PAGE_BYTES ? reads.acquireNow(bytes) : () => {}
}

/** Offset and limit apply to the whole search: the first page has consumed the offset and part of the limit. */
function searchFrom(search: CallSearch, after: CallPosition, found: number): CallSearch | undefined {
  const { offset: _, limit, ...rest } = search
  if (limit === undefined) return { ...rest, after }
  return limit > found ? { ...rest, after, limit: limit - found } : undefined
}
