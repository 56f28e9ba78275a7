import { countCalls } from '@heddle/contract/calls-query'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'
import { newCallSearch } from './search.ts'

/** Counts what a query would return. With a limit it counts no further than that. */
export const callsQueryStats = operation(countCalls, inProject('read'), async (request, context) => {
  const { limit } = request
  if (limit !== undefined && limit < 1) {
    throw new ServiceError('invalid_request', `limit must be at least 1, and is ${limit}`)
  }
  const { storage, signal } = context
  const search = newCallSearch(request)
  const [count, size] = await Promise.all([
    storage.calls.count(search, limit, signal),
    request.include_total_storage_size ? storage.calls.size(search, signal) : null,
  ])
  return { count, has_more: limit !== undefined && count >= limit, total_storage_size_bytes: size }
})
