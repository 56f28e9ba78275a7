import { ServiceError } from '../../errors.ts'

/** Parts of requests that only the hosted service understands. */
interface PartsNotServed {
  readonly signal_filters?: { readonly tags?: readonly unknown[]; readonly ratings?: readonly unknown[] }
  readonly insight_filters?: readonly unknown[]
  readonly group_distributions?: readonly unknown[]
}

/** Refuses what would otherwise be left out of the answer unnoticed. */
export function refuseNotServed(request: PartsNotServed): void {
  const { signal_filters = {}, insight_filters = [], group_distributions = [] } = request
  const { tags = [], ratings = [] } = signal_filters
  if (tags.length + ratings.length > 0) throw notServed('signal_filters')
  if (insight_filters.length > 0) throw notServed('insight_filters')
  if (group_distributions.length > 0) throw notServed('group_distributions')
}

export const notServed = (part: string): ServiceError =>
  new ServiceError('unsupported', `${part} is not available here`)
