import { useMemo, useState } from 'react'
import { useSearchParam } from '../navigation/params.ts'
import { type RangeBounds, rangeBounds } from './time-range.ts'

export interface TimeRange {
  /** As in the URL; undefined means all time. */
  readonly text: string | undefined
  /** Resolved once per choice, so that all requests of a page agree. */
  readonly bounds: RangeBounds
  readonly setRange: (text: string | undefined) => void
  /** Resolves a relative range again. */
  readonly refresh: () => void
}

/** The time range in the URL, which applies to every page that lists or measures calls. */
export function useTimeRange(): TimeRange {
  const [text, setText] = useSearchParam('range')
  const [resolution, setResolution] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: resolves again on refresh.
  const bounds = useMemo(() => rangeBounds(text, new Date()), [text, resolution])
  const refresh = () => setResolution(resolution + 1)
  const setRange = (next: string | undefined) => (next === text ? refresh() : setText(next))
  return { text, bounds, setRange, refresh }
}
