import type { ReviewItem } from './useReviewItems.ts'

/** The items, with the call that the address names: one that has left the list meanwhile comes first. */
export function withCall(items: readonly ReviewItem[], callId: string | undefined): readonly ReviewItem[] {
  if (callId === undefined || items.some((item) => item.callId === callId)) return items
  return [{ callId, itemId: undefined }, ...items]
}

/** Where a call stands among the items; at the first where none is named. */
export const placeOf = (items: readonly ReviewItem[], callId: string | undefined): number =>
  Math.max(
    0,
    items.findIndex((item) => item.callId === callId),
  )
