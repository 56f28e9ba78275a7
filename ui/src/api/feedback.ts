import { type FeedbackRecord, queryFeedback } from '@heddle/contract/feedback'
import type { QueryOperation } from '@heddle/contract/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const PAGE_ROWS = 100

export type FeedbackRow = Pick<
  FeedbackRecord,
  'id' | 'weave_ref' | 'wb_user_id' | 'creator' | 'created_at' | 'feedback_type' | 'payload'
>

const FIELDS = ['id', 'weave_ref', 'wb_user_id', 'creator', 'created_at', 'feedback_type', 'payload']

/** The feedback of a project, page by page, the newest first. */
export function useFeedback(projectId: string, condition: QueryOperation | undefined) {
  return useInfiniteQuery({
    queryKey: ['feedback', projectId, 'all', condition],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const request = {
        project_id: projectId,
        fields: FIELDS,
        ...(condition && { query: { $expr: condition } }),
        sort_by: [{ field: 'created_at', direction: 'desc' as const }],
        limit: PAGE_ROWS,
        offset: pageParam,
      }
      const { result, total_count } = await client.call(queryFeedback, request, { signal })
      return { rows: result.map(rowOf), total: total_count }
    },
    getNextPageParam: ({ rows }, pages) => (rows.length < PAGE_ROWS ? undefined : pages.length * PAGE_ROWS),
  })
}

/** The server always sends these fields, with these types. */
const rowOf = (row: Readonly<Record<string, unknown>>): FeedbackRow => ({
  id: String(row.id),
  weave_ref: String(row.weave_ref),
  wb_user_id: String(row.wb_user_id),
  creator: typeof row.creator === 'string' ? row.creator : null,
  created_at: String(row.created_at),
  feedback_type: String(row.feedback_type),
  payload: typeof row.payload === 'object' && row.payload !== null ? { ...row.payload } : {},
})
