import { type CallStatsGroup, readCallStats } from '@heddle/contract/calls-stats'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { NAMED_FIELDS } from '@heddle/contract/filter/fields'
import { readCallValues } from '@heddle/contract/values'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../api/client.ts'
import { type ActivityWindow, useWindowStats, wholeWindow } from '../api/stats.ts'
import { type FiguresRow, groupFigures, MEASURES, totalFigures } from './figures.ts'

/** Fields that the server groups by itself. */
const SERVER_GROUPS: Readonly<Record<string, CallStatsGroup>> = {
  op: 'trace_name',
  user: 'wb_user_id',
  enduser: 'end_user',
}

/** Each value takes a request. */
const VALUES_MAX = 25

interface GroupQuery {
  readonly projectId: string
  /** Field of the filter bar. */
  readonly field: string
  readonly search: CallSearch | undefined
  readonly window: ActivityWindow | undefined
  /** The search narrowed to one value of the field. */
  readonly narrow: (value: string) => CallSearch | undefined
  /** How many values are measured where the server cannot group; 25 by default. */
  readonly valuesMax?: number
}

interface Groups {
  /** Undefined while loading. */
  readonly rows: readonly FiguresRow[] | undefined
  readonly error: Error | null
  /** Only the most frequent values of recent calls are measured. */
  readonly isPartial: boolean
}

/**
 * Figures of the matching calls per value of a field. Fields that the server cannot group by are measured value
 * by value, for the most frequent values of recent calls.
 */
export function useCallGroups(query: GroupQuery): Groups {
  const { projectId, field, search, window, narrow, valuesMax = VALUES_MAX } = query
  const group = Object.hasOwn(SERVER_GROUPS, field) ? SERVER_GROUPS[field] : undefined
  const isWhole = group !== undefined
  const whole = useWindowStats(
    {
      projectId,
      search: search ?? { filter: {} },
      window: isWhole && search ? window : undefined,
      ...MEASURES,
    },
    group,
  )
  const values = useValues(projectId, isWhole ? undefined : field, valuesMax)
  const measured = useQueries({
    queries: (isWhole ? [] : (values.data ?? [])).flatMap((value) => {
      const narrowed = narrow(value)
      if (!window || !narrowed) return []
      const request = { project_id: projectId, ...narrowed, ...MEASURES, ...wholeWindow(window) }
      return {
        queryKey: ['call-stats', projectId, request],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({
          key: value,
          ...totalFigures(await client.call(readCallStats, request, { signal })),
        }),
      }
    }),
  })
  const wholeRows = useMemo(() => whole.data && groupFigures(whole.data), [whole.data])
  if (isWhole) return { rows: wholeRows, error: whole.error, isPartial: false }
  const isLoading = !values.data || !window || measured.some(({ isPending }) => isPending)
  return {
    rows: isLoading ? undefined : measured.flatMap(({ data }) => (data && data.calls > 0 ? [data] : [])),
    error: values.error ?? measured.find(({ error }) => error)?.error ?? null,
    isPartial: true,
  }
}

function useValues(projectId: string, field: string | undefined, limit: number) {
  return useQuery({
    queryKey: ['seen-values', projectId, field, 'groups', limit],
    enabled: field !== undefined,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const known = NAMED_FIELDS.find(({ name }) => name === field)?.valuesOf ?? field ?? ''
      const request = { project_id: projectId, field: known, limit }
      const { values } = await client.call(readCallValues, request, { signal })
      return values.map(({ value }) => String(value))
    },
  })
}
