import { readFilter } from '@heddle/contract/filter/compile'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FinalState, useAnnotationQueues, useFinishItem, useOpenItems } from '../../api/annotations.ts'
import { useCallsToReview } from '../../api/review.ts'
import { useReadOnlyReason } from '../../api/session.ts'
import { useToast } from '../../components/Toast.tsx'
import { useSearchParam } from '../../navigation/params.ts'

/** The item under review. It is part of the URL, so that a reload or Back finds it again. */
export function useReviewPlace(listed: readonly ReviewItem[] | undefined) {
  const [callId, setCall] = useSearchParam('call')
  const [finished, setFinished] = useState<readonly ReviewItem[]>()
  const items = listed && withCall(listed, callId)
  const isFinished = listed !== undefined && listed === finished
  const place = items && !isFinished ? placeOf(items, callId) : (items?.length ?? 0)
  const item = items?.[place]

  useEffect(() => {
    if (item && callId === undefined) setCall(item.callId, { replace: true })
  }, [item, callId, setCall])
  return {
    items,
    item,
    place,
    goNext() {
      const next = items?.[place + 1]
      if (next === undefined) setFinished(listed)
      setCall(next?.callId, { replace: true })
    },
    goBack() {
      setFinished(undefined)
      setCall(items?.[Math.max(0, place - 1)]?.callId, { replace: true })
    },
    restart() {
      setFinished(undefined)
      setCall(undefined, { replace: true })
    },
  }
}

/** The items; the call in the URL is prepended if it is no longer among them. */
export function withCall(items: readonly ReviewItem[], callId: string | undefined): readonly ReviewItem[] {
  if (callId === undefined || items.some((item) => item.callId === callId)) return items
  return [{ callId, itemId: undefined }, ...items]
}

/** Index of a call among the items; 0 if there is none in the URL. */
export const placeOf = (items: readonly ReviewItem[], callId: string | undefined): number =>
  Math.max(
    0,
    items.findIndex((item) => item.callId === callId),
  )

/** Finished traces without feedback. */
const WITHOUT_FEEDBACK = 'root:true -has:feedback -status:running'

export interface ReviewItem {
  readonly callId: string
  /** The queue item to update, for calls from a queue. */
  readonly itemId: string | undefined
}

/** A batch of calls to review: from a queue, or the newest traces without feedback. */
export function useReviewItems(projectId: string, queueId: string | undefined) {
  const { data: queues = [] } = useAnnotationQueues(projectId)
  const search = useMemo(
    () => readFilter(WITHOUT_FEEDBACK, { now: new Date(), idsOfUser: () => [] }).search,
    [],
  )
  const queued = useOpenItems(projectId, queueId)
  const traces = useCallsToReview(projectId, queueId === undefined ? search : undefined)
  const batch = traces.data?.pages.at(-1)
  const items = useMemo((): readonly ReviewItem[] | undefined => {
    if (queueId === undefined) return batch?.callIds.map((callId) => ({ callId, itemId: undefined }))
    return queued.data?.items.map(({ id, call_id }) => ({ callId: call_id, itemId: id }))
  }, [queueId, batch, queued.data])
  return {
    queues,
    items,
    hasMore: queueId === undefined ? traces.hasNextPage : queued.data?.hasMore === true,
    /** Replaces the items by those that follow. Finished items of a queue are no longer open. */
    loadNext: (): Promise<{ readonly error: Error | null }> =>
      queueId === undefined ? traces.fetchNextPage() : queued.refetch(),
    isLoadingNext: traces.isFetchingNextPage || queued.isRefetching,
    queries: [traces, queued],
  }
}

/** Returns a function that finishes an item of the queue once its answers are stored, and reports what fails. */
export function useFinish(projectId: string, queueId: string | undefined) {
  const { mutateAsync } = useFinishItem(projectId)
  const mayWrite = useReadOnlyReason(projectId) === undefined
  const toast = useToast()
  // The state of an item is final, so one that is answered again keeps it.
  const finished = useRef(new Set<string>())
  return async (itemId: string | undefined, state: FinalState, stored: Promise<unknown>): Promise<void> => {
    try {
      await stored
    } catch (error) {
      toast.failed('Could not save the answer', error)
      return
    }
    if (!mayWrite || queueId === undefined || itemId === undefined || finished.current.has(itemId)) return
    try {
      await mutateAsync({ queueId, itemId, state })
      finished.current.add(itemId)
    } catch (error) {
      toast.failed('Could not update the queue', error)
    }
  }
}
