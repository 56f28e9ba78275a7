import { queryCalls } from '@heddle/contract/calls-query'
import { queryProjects } from '@heddle/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const ASK_EVERY_MS = 2000

/** The projects the person may read, the busiest lately first. */
export function useProjects(isWanted = true) {
  return useQuery({
    queryKey: ['projects'],
    enabled: isWanted,
    queryFn: async ({ signal }) => (await client.call(queryProjects, {}, { signal })).projects,
  })
}

interface FirstTrace {
  readonly projectId: string
  readonly callId: string
}

/** Asks until there is a trace in any project; null until then. */
export function useFirstTrace() {
  return useQuery({
    queryKey: ['first-trace'],
    refetchInterval: ASK_EVERY_MS,
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
