import { queryCalls } from '@heddle/contract/calls-query'
import { queryProjects } from '@heddle/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const POLL_MS = 2000

/** Projects the user can read, most active first. */
export function useProjects(isEnabled = true) {
  return useQuery({
    queryKey: ['projects'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => (await client.call(queryProjects, {}, { signal })).projects,
  })
}

interface FirstTrace {
  readonly projectId: string
  readonly callId: string
}

/** Polls until any project has a trace; null until then. */
export function useFirstTrace() {
  return useQuery({
    queryKey: ['first-trace'],
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }): Promise<FirstTrace | null> => {
      const { projects } = await client.call(queryProjects, {}, { signal })
      const projectId = projects[0]?.project_id
      if (projectId === undefined) return null
      const request = { project_id: projectId, limit: 1, columns: ['id'] }
      const { calls } = await client.call(queryCalls, request, { signal })
      return calls[0] ? { projectId, callId: calls[0].id } : null
    },
  })
}
