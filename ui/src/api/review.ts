import { isObject } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { queryCalls } from '@heddle/contract/calls-query'
import { createFeedback, purgeFeedback, queryFeedback, replaceFeedback } from '@heddle/contract/feedback'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { allOf, compare, field } from '@heddle/contract/filter/conditions'
import type { JsonObject } from '@heddle/contract/schema'
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { client } from './client.ts'
import type { NewFeedback } from './feedback.ts'
import { useSession } from './session.ts'

const CALLS_PER_BATCH = 100

interface Batch {
  readonly callIds: readonly string[]
  /** Where the next batch starts; null if there are no more calls. */
  readonly next: BatchStart
}

/** The last call of the batch before; null for the first batch. */
type BatchStart = Pick<CallRecord, 'started_at' | 'id'> | null

/** Matching calls in batches, newest first. Not refetched, so that answers do not reorder the list. */
export function useCallsToReview(projectId: string, search: CallSearch | undefined) {
  return useInfiniteQuery<Batch, Error, InfiniteData<Batch, BatchStart>, readonly unknown[], BatchStart>({
    queryKey: ['review', projectId, search],
    enabled: search !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => {
      const request = {
        project_id: projectId,
        ...search,
        sort_by: [{ field: 'started_at', direction: 'desc' as const }],
        columns: ['id', 'started_at'],
        limit: CALLS_PER_BATCH + 1,
        ...(pageParam && { after: pageParam }),
      }
      const { calls } = await client.call(queryCalls, request, { signal })
      const batch = calls.slice(0, CALLS_PER_BATCH)
      const last = calls.length > batch.length ? batch.at(-1) : undefined
      const next = last ? { started_at: last.started_at, id: last.id } : null
      return { callIds: batch.map(({ id }) => id), next }
    },
    // Calls that were skipped still match, so the next batch starts behind them.
    getNextPageParam: ({ next }) => next,
  })
}

/** The current user's feedback on a call. */
export interface OwnFeedback {
  readonly id: string
  readonly feedback_type: string
  readonly payload: JsonObject
}

const ownFeedbackKey = (projectId: string, ref: string) => ['feedback', projectId, 'own', ref] as const

/** The current user's feedback on a call, newest first. */
export function useOwnFeedback(projectId: string, ref: string) {
  const { data: session } = useSession()
  const userId = session?.user.id ?? ''
  return useQuery({
    queryKey: ownFeedbackKey(projectId, ref),
    queryFn: ({ signal }) => readOwnFeedback(projectId, ref, userId, signal),
  })
}

export interface Answer {
  /** Undefined removes the previous answer. */
  readonly feedback: NewFeedback | undefined
  /** Whether this answer replaces an earlier feedback row. */
  readonly replaces: (own: OwnFeedback) => boolean
}

/**
 * Saves an answer in place of the user's previous one, optimistically: rolls back if the server rejects it.
 * Answers about one call are sent in sequence, so that each finds the one before it.
 */
export function useAnswer(projectId: string, ref: string) {
  const queryClient = useQueryClient()
  const { data: session } = useSession()
  const queryKey = ownFeedbackKey(projectId, ref)
  return useMutation({
    scope: { id: ref },
    mutationFn: async ({ feedback, replaces }: Answer) => {
      const earlier = (await readOwnFeedback(projectId, ref, session?.user.id ?? '')).find(replaces)
      await sendAnswer({ project_id: projectId, weave_ref: ref }, feedback, earlier?.id)
    },
    onMutate: async ({ feedback, replaces }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<readonly OwnFeedback[]>(queryKey)
      const others = before?.filter((own) => !replaces(own)) ?? []
      queryClient.setQueryData<readonly OwnFeedback[]>(queryKey, [
        ...(feedback ? [{ id: 'new', ...feedback }] : []),
        ...others,
      ])
      return () => queryClient.setQueryData(queryKey, before)
    },
    onError: (_error, _answer, rollBack) => rollBack?.(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['feedback', projectId] }),
  })
}

async function sendAnswer(
  about: { readonly project_id: string; readonly weave_ref: string },
  feedback: NewFeedback | undefined,
  earlierId: string | undefined,
): Promise<void> {
  if (feedback && earlierId !== undefined)
    await client.call(replaceFeedback, { ...about, ...feedback, feedback_id: earlierId })
  else if (feedback) await client.call(createFeedback, { ...about, ...feedback })
  else if (earlierId !== undefined) {
    const query = { $expr: compare(field('id'), '=', earlierId) }
    await client.call(purgeFeedback, { project_id: about.project_id, query })
  }
}

async function readOwnFeedback(
  projectId: string,
  ref: string,
  userId: string,
  signal?: AbortSignal,
): Promise<readonly OwnFeedback[]> {
  const isOwn = allOf([compare(field('weave_ref'), '=', ref), compare(field('wb_user_id'), '=', userId)])
  const request = {
    project_id: projectId,
    fields: ['id', 'feedback_type', 'payload'],
    query: { $expr: isOwn },
    sort_by: [{ field: 'created_at', direction: 'desc' as const }],
  }
  const { result } = await client.call(queryFeedback, request, signal ? { signal } : {})
  return result.map(({ id, feedback_type, payload }) => ({
    id: String(id),
    feedback_type: String(feedback_type),
    payload: isObject(payload) ? payload : {},
  }))
}
