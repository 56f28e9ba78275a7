import { newCallColumns } from '../../domain/calls/columns.ts'
import type { CallView } from '../../domain/calls/view.ts'
import type { Context } from '../operation.ts'
import { type PagedSource, pagedRows } from '../paged-rows.ts'
import { callIdPages } from './id-pages.ts'
import { callSource, type LoadOptions } from './load.ts'
import { type CallSearchRequest, newCallSearch } from './search.ts'

/** The calls that match, in order. The request is judged whole before this returns. */
export function streamCalls(
  context: Context,
  request: CallSearchRequest & LoadOptions,
): AsyncGenerator<CallView> {
  return pagedRows(matchingCalls(context, request), (bytes) => context.reads.acquire(bytes, context.signal))
}

/** The same, to be streamed or gathered. */
export function matchingCalls(
  context: Context,
  request: CallSearchRequest & LoadOptions,
): PagedSource<string, CallView> {
  newCallColumns(request)
  const search = newCallSearch(request)
  return callSource(context, search.project_id, callIdPages(context, search), request)
}
