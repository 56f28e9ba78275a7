import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import { type EvaluationRunRecord, listEvaluationRuns } from '@heddle/contract/evaluation-runs'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

/** The runs of all evaluations, the newest first. */
export function useEvaluationRuns(projectId: string) {
  return useQuery({
    queryKey: ['evaluation-runs', projectId],
    queryFn: async ({ signal }) => {
      const runs: EvaluationRunRecord[] = []
      for await (const run of await client.call(listEvaluationRuns, inPath(projectId), { signal }))
        runs.push(run)
      return runs.reverse()
    },
  })
}

/** The scores of whole runs, without their rows. */
export function useRunSummaries(projectId: string, runIds: readonly string[]) {
  return useResults(projectId, runIds, { include_rows: false, include_summary: true, include_costs: true })
}

/** The rows of runs side by side, and their scores. */
export function useRunRows(projectId: string, runIds: readonly string[], rowsMax: number) {
  return useResults(projectId, runIds, {
    include_summary: true,
    include_costs: true,
    include_raw_data_rows: true,
    resolve_row_refs: true,
    limit: rowsMax,
  })
}

type Wanted = Omit<EvalResultsRequest, 'entity' | 'project' | 'evaluation_call_ids'>

function useResults(projectId: string, runIds: readonly string[], wanted: Wanted) {
  return useQuery({
    queryKey: ['eval-results', projectId, runIds, wanted],
    enabled: runIds.length > 0,
    queryFn: ({ signal }) =>
      client.call(
        queryEvalResults,
        { ...inPath(projectId), evaluation_call_ids: [...runIds], ...wanted },
        { signal },
      ),
  })
}

function inPath(projectId: string): { entity: string; project: string } {
  const [entity = '', project = ''] = projectId.split('/')
  return { entity, project }
}
