import { queryFeedback } from '@heddle/contract/feedback'
import { readCallFields, readCallValues, type SeenValue } from '@heddle/contract/values'
import { useQuery } from '@tanstack/react-query'
import { seenFeedback } from '../call/seen-feedback.ts'
import { client } from './client.ts'

const FRESH_MS = 60_000

/** Paths into inputs, output, attributes and summary of recent calls. */
export function useSeenFields(projectId: string, isEnabled = true) {
  return useQuery({
    queryKey: ['seen-fields', projectId],
    enabled: isEnabled,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) =>
      (await client.call(readCallFields, { project_id: projectId }, { signal })).fields,
  })
}

const FEEDBACK_ROWS = 500

/** Names and values of recent feedback. */
export function useSeenFeedback(projectId: string, isEnabled: boolean) {
  return useQuery({
    queryKey: ['seen-feedback', projectId],
    enabled: isEnabled,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const request = {
        project_id: projectId,
        fields: ['feedback_type', 'payload'],
        sort_by: [{ field: 'created_at', direction: 'desc' as const }],
        limit: FEEDBACK_ROWS,
      }
      return seenFeedback((await client.call(queryFeedback, request, { signal })).result)
    },
  })
}

const VALUES_MAX = 50

/**
 * Recent values of a field. Undefined disables the query. Most fields have few values and are fetched
 * once; only fields with more are fetched again for each prefix.
 */
export function useSeenValues(
  projectId: string,
  field: string | undefined,
  prefix: string,
): readonly SeenValue[] {
  const { data: all = [] } = useValues(projectId, field, '')
  const isMore = all.length >= VALUES_MAX && prefix !== ''
  const { data: narrowed } = useValues(projectId, isMore ? field : undefined, prefix)
  return narrowed ?? all
}

function useValues(projectId: string, field: string | undefined, prefix: string) {
  return useQuery({
    queryKey: ['seen-values', projectId, field, prefix],
    enabled: field !== undefined,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const request = { project_id: projectId, field: field ?? '', prefix, limit: VALUES_MAX }
      return (await client.call(readCallValues, request, { signal })).values
    },
  })
}
