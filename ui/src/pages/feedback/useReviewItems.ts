import { useMemo } from 'react'
import { useAnnotationQueues, useOpenItems } from '../../api/annotations.ts'
import { useCallsToReview } from '../../api/review.ts'
import { readFilter } from '../../filter/compile.ts'

/** Ended traces that nobody has judged yet. */
const UNJUDGED = 'root:true -has:feedback -status:running'

export interface ReviewItem {
  readonly callId: string
  /** Where it comes from a queue, what to tell the queue of. */
  readonly itemId: string | undefined
}

/** The calls to review: those of a queue, or the newest traces without feedback. */
export function useReviewItems(projectId: string, queueId: string | undefined) {
  const { data: queues = [] } = useAnnotationQueues(projectId)
  const search = useMemo(() => readFilter(UNJUDGED, { now: new Date(), idsOfUser: () => [] }).search, [])
  const queued = useOpenItems(projectId, queueId)
  const traces = useCallsToReview(projectId, queueId === undefined ? search : undefined)
  const items = useMemo((): readonly ReviewItem[] | undefined => {
    if (queueId === undefined) return traces.data?.map((callId) => ({ callId, itemId: undefined }))
    return queued.data?.map(({ id, call_id }) => ({ callId: call_id, itemId: id }))
  }, [queueId, traces.data, queued.data])
  return { queues, items, error: traces.error ?? queued.error }
}
