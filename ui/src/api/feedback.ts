import { isObject } from '@heddle/contract/call/json'
import {
  createFeedback,
  type FeedbackCreateRequest,
  type FeedbackRecord,
  purgeFeedback,
  queryFeedback,
} from '@heddle/contract/feedback'
import { compare, field } from '@heddle/contract/filter/conditions'
import type { QueryOperation } from '@heddle/contract/query'
import type { JsonObject } from '@heddle/contract/schema'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { useSession } from './session.ts'

const PAGE_ROWS = 100

export type FeedbackRow = Pick<
  FeedbackRecord,
  'id' | 'weave_ref' | 'wb_user_id' | 'creator' | 'created_at' | 'feedback_type' | 'payload'
>

const FIELDS = ['id', 'weave_ref', 'wb_user_id', 'creator', 'created_at', 'feedback_type', 'payload']

/** Feedback of a project, page by page, newest first. */
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

/** A piece of feedback on a call, as the trace page shows it. */
export interface CallFeedback {
  readonly id: string
  readonly type: string
  readonly payload: JsonObject
  readonly userId: string
  readonly creator: string | undefined
  readonly createdAt: string
  /** False for optimistic rows, which cannot be removed yet. */
  readonly isSaved: boolean
}

export type NewFeedback = Pick<FeedbackCreateRequest, 'feedback_type' | 'annotation_ref'> & {
  readonly payload: JsonObject
}

const key = (projectId: string, ref: string) => ['feedback', projectId, ref] as const

/** Feedback on a call, newest first. */
export function useCallFeedback(projectId: string, ref: string) {
  return useQuery({
    queryKey: key(projectId, ref),
    queryFn: async ({ signal }) => {
      const query = { $expr: compare(field('weave_ref'), '=', ref) }
      const request = {
        project_id: projectId,
        query,
        sort_by: [{ field: 'created_at', direction: 'desc' as const }],
      }
      const { result } = await client.call(queryFeedback, request, { signal })
      return result.map(feedbackOf)
    },
  })
}

/** Adds feedback optimistically; rolls back if the server rejects it. */
export function useAddFeedback(projectId: string, ref: string) {
  const { data: session } = useSession()
  const { setRows, settle } = useOptimisticRows(projectId, ref)
  return useMutation({
    mutationFn: (feedback: NewFeedback) =>
      client.call(createFeedback, { project_id: projectId, weave_ref: ref, ...feedback }),
    onMutate: ({ feedback_type, payload }) =>
      setRows((rows) => [
        {
          id: `new-${rows.length}`,
          type: feedback_type,
          payload,
          userId: session?.user.id ?? '',
          creator: undefined,
          createdAt: new Date().toISOString(),
          isSaved: false,
        },
        ...rows,
      ]),
    onError: (_error, _feedback, rollBack) => rollBack?.(),
    onSettled: settle,
  })
}

export function useRemoveFeedback(projectId: string, ref: string) {
  const { setRows, settle } = useOptimisticRows(projectId, ref)
  return useMutation({
    mutationFn: (id: string) =>
      client.call(purgeFeedback, {
        project_id: projectId,
        query: { $expr: compare(field('id'), '=', id) },
      }),
    onMutate: (id) => setRows((rows) => rows.filter((row) => row.id !== id)),
    onError: (_error, _id, rollBack) => rollBack?.(),
    onSettled: settle,
  })
}

function useOptimisticRows(projectId: string, ref: string) {
  const queryClient = useQueryClient()
  const queryKey = key(projectId, ref)
  return {
    /** Updates the cached rows and returns a function that rolls back. */
    async setRows(change: (rows: readonly CallFeedback[]) => CallFeedback[]): Promise<() => void> {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<CallFeedback[]>(queryKey)
      queryClient.setQueryData<CallFeedback[]>(queryKey, change(before ?? []))
      return () => queryClient.setQueryData(queryKey, before)
    },
    settle: () => queryClient.invalidateQueries({ queryKey }),
  }
}

function feedbackOf(row: JsonObject): CallFeedback {
  const { id, feedback_type, payload, wb_user_id, creator, created_at } = row
  return {
    id: String(id),
    type: String(feedback_type),
    payload: isObject(payload) ? payload : {},
    userId: String(wb_user_id),
    creator: typeof creator === 'string' ? creator : undefined,
    createdAt: String(created_at),
    isSaved: true,
  }
}
