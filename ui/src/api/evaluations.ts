import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import { type EvaluationRunRecord, listEvaluationRuns } from '@heddle/contract/evaluations'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

/** Runs of all evaluations, newest first. */
export function useEvaluationRuns(projectId: string) {
  return useQuery({
    queryKey: ['evaluation-runs', projectId],
    queryFn: async ({ signal }) => {
      const runs: EvaluationRunRecord[] = []
      for await (const run of await client.call(listEvaluationRuns, projectPathParams(projectId), { signal }))
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

type ResultOptions = Omit<EvalResultsRequest, 'entity' | 'project' | 'evaluation_call_ids'>

function useResults(projectId: string, runIds: readonly string[], options: ResultOptions) {
  return useQuery({
    queryKey: ['eval-results', projectId, runIds, options],
    enabled: runIds.length > 0,
    queryFn: ({ signal }) =>
      client.call(
        queryEvalResults,
        { ...projectPathParams(projectId), evaluation_call_ids: [...runIds], ...options },
        { signal },
      ),
  })
}

function projectPathParams(projectId: string): { entity: string; project: string } {
  const [entity = '', project = ''] = projectId.split('/')
  return { entity, project }
}
