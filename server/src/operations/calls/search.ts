import { callCatalogue } from '../../domain/calls/fields.ts'
import { newCallFilter, type ReceivedCallFilter } from '../../domain/calls/filter.ts'
import { newCallPosition, type ReceivedPosition } from '../../domain/calls/position.ts'
import type { CallSearch } from '../../storage/port/calls.ts'
import { newRecordSearch, type RecordSearchRequest } from '../record-search.ts'

/** The parts of a request that choose calls; every endpoint that lists or counts calls has them. */
export interface CallSearchRequest extends RecordSearchRequest {
  readonly filter?: ReceivedCallFilter
  readonly expand_columns?: readonly string[]
  readonly after?: ReceivedPosition
}

/** Judges a request for calls whole, before anything is read. */
export function newCallSearch(request: CallSearchRequest): CallSearch {
  const catalogue = callCatalogue({ expand_columns: request.expand_columns ?? [] })
  const search = newRecordSearch(request, catalogue)
  return {
    ...search,
    filter: newCallFilter(request.filter ?? {}, request.project_id),
    ...(request.after && { after: newCallPosition(request.after, search.sort) }),
  }
}
