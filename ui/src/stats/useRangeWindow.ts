import { useMemo } from 'react'
import { useEarliestStart } from '../api/calls.ts'
import type { ActivityWindow } from '../api/stats.ts'
import type { RangeBounds } from '../range/time-range.ts'
import { statsWindow } from './activity.ts'

/** The time range as a window for statistics; undefined until the start of all time is known. */
export function useRangeWindow(projectId: string, bounds: RangeBounds): ActivityWindow | undefined {
  const earliest = useEarliestStart(projectId, bounds.from === undefined)
  return useMemo(
    () => (bounds.from || earliest !== undefined ? statsWindow(bounds, earliest, new Date()) : undefined),
    [bounds, earliest],
  )
}
