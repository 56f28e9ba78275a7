import { newCallColumns } from '../../domain/call-columns.ts'
import type { CallView } from '../../domain/call-view.ts'
import type { CallSearch } from '../../storage/port/calls.ts'
import type { Context } from '../operation.ts'
import { type LoadOptions, loadCalls } from './load.ts'
import { type CallSearchRequest, newCallSearch } from './search.ts'
import { PORTION } from './traces.ts'

/** The calls that match, in order. The request is judged whole before this returns. */
export function streamCalls(
  context: Context,
  request: CallSearchRequest & LoadOptions,
): AsyncGenerator<CallView> {
  newCallColumns(request)
  return readAsTaken(context, newCallSearch(request), request)
}

/** Reads a portion at a time as the consumer takes it: a slow one holds neither memory nor a reader. */
async function* readAsTaken(context: Context, search: CallSearch, options: LoadOptions) {
  const ids = await context.storage.calls.find(search, context.left)
  for (let at = 0; at < ids.length; at += PORTION) {
    yield* await loadCalls(context, search.project_id, ids.slice(at, at + PORTION), options)
  }
}
