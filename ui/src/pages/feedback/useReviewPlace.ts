import { useEffect, useState } from 'react'
import { useSearchParam } from '../../navigation/params.ts'
import { placeOf, withCall } from './place.ts'
import type { ReviewItem } from './useReviewItems.ts'

/** The item that is reviewed now. The address says which, so that a reload or a way back finds it again. */
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
    goOn() {
      const next = items?.[place + 1]
      if (next === undefined) setFinished(listed)
      setCall(next?.callId, { replace: true })
    },
    goBack() {
      setCall(items?.[Math.max(0, place - 1)]?.callId, { replace: true })
    },
    restart() {
      setFinished(undefined)
      setCall(undefined, { replace: true })
    },
  }
}
