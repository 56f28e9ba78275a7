import { runSql } from '@heddle/contract/sql'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RangeBounds } from '../range/time-range.ts'
import { client } from './client.ts'

const ROWS_MAX = 10_000

/** The answer to a question in SQL. A new `run` asks again. */
export function useSqlAnswer(
  projectId: string,
  sql: string | undefined,
  { from, to }: RangeBounds,
  run: number,
) {
  const queryClient = useQueryClient()
  const [since, until] = [from?.toISOString(), to?.toISOString()]
  const queryKey = ['sql', projectId, sql, since, until, run]
  const answer = useQuery({
    queryKey,
    enabled: sql !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      client.call(
        runSql,
        {
          project_id: projectId,
          sql: sql ?? '',
          limit: ROWS_MAX,
          since: since ?? null,
          until: until ?? null,
        },
        { signal },
      ),
  })
  return { ...answer, cancel: () => queryClient.cancelQueries({ queryKey }) }
}
