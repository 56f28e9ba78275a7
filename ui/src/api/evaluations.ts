import { queryCalls } from '@heddle/contract/calls-query'
import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import { type EvaluationRunRecord, listEvaluationRuns } from '@heddle/contract/evaluations'
import { isSet } from '@heddle/contract/filter/conditions'
import { useQuery } from '@tanstack/react-query'
import { client, idBatches } from './client.ts'

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

/** Exceptions of these calls, by call id. */
export function useRunErrors(projectId: string, ids: readonly string[]) {
  return useQuery({
    queryKey: ['eval-errors', projectId, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const errors = new Map<string, string>()
      for (const call_ids of idBatches(ids)) {
        const request = {
          project_id: projectId,
          filter: { call_ids },
          query: { $expr: isSet('exception') },
          columns: ['id', 'exception'],
        }
        const { calls } = await client.call(queryCalls, request, { signal })
        for (const { id, exception } of calls) if (exception) errors.set(id, exception)
      }
      return errors
    },
  })
}

/** Outputs of runs, by run id. */
export function useRunOutputs(projectId: string, ids: readonly string[]) {
  return useQuery({
    queryKey: ['eval-outputs', projectId, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, unknown>> => {
      const outputs = new Map<string, unknown>()
      for (const call_ids of idBatches(ids)) {
        const request = { project_id: projectId, filter: { call_ids }, columns: ['id', 'output'] }
        const { calls } = await client.call(queryCalls, request, { signal })
        for (const { id, output } of calls) outputs.set(id, output)
      }
      return outputs
    },
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
