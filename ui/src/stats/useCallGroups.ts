import type { CallSearch } from '@heddle/contract/filter/compile'
import { groupPath } from '@heddle/contract/filter/fields'
import { useMemo } from 'react'
import { type ActivityWindow, useWindowStats } from '../api/stats.ts'
import type { LoadedQuery } from '../components/Loaded.tsx'
import { type FiguresRow, groupFigures, MEASURES } from './figures.ts'

interface GroupQuery {
  readonly projectId: string
  /** Field of the filter bar. */
  readonly field: string
  readonly search: CallSearch | undefined
  readonly window: ActivityWindow | undefined
  /** Only the groups with the most calls. */
  readonly limit: number
}

interface Groups {
  /** Undefined while loading. */
  readonly rows: readonly FiguresRow[] | undefined
  readonly queries: readonly LoadedQuery[]
  /** Number of groups, including those beyond the limit. */
  readonly count: number
}

/** Figures of the matching calls per value of a field, most calls first. */
export function useCallGroups({ projectId, field, search, window, limit }: GroupQuery): Groups {
  const group_by = groupPath(field)
  const isKnown = search !== undefined && group_by !== undefined
  const query = useWindowStats(
    { projectId, search: search ?? { filter: {} }, window: isKnown ? window : undefined, ...MEASURES },
    { ...(group_by !== undefined && { group_by }), group_limit: limit },
  )
  const { data } = query
  const rows = useMemo(() => data && groupFigures(data), [data])
  return { rows, queries: [query], count: data?.group_count ?? 0 }
}
