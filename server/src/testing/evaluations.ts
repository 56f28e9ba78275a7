import type { CallCompleteRecord } from '@heddle/contract/call-batches'
import { type EvalResultsRequest, queryEvalResults } from '@heddle/contract/eval-results'
import { createEvaluationRun } from '@heddle/contract/evaluations'
import { datasetEndpoints, scorerEndpoints } from '@heddle/contract/object-resources'
import { createPrediction, createScore, finishPrediction } from '@heddle/contract/predictions'
import { finished, recordFinished } from './builders.ts'
import { publish, sdkObject } from './objects.ts'
import type { Service } from './service.ts'

/** The project of a path, for the endpoints that have it there. */
export function pathOf(projectId: string): { entity: string; project: string } {
  const [entity = '', project = ''] = projectId.split('/')
  return { entity, project }
}

/** The lines of a list at a path of the project. */
export async function list(service: Service, projectId: string, address: string): Promise<unknown[]> {
  const { status, body } = await service.get(`/v2/${projectId}/${address}`)
  if (status !== 200 || !Array.isArray(body)) throw new Error(`${address}: ${status} ${JSON.stringify(body)}`)
  return body
}

export async function createScorer(service: Service, projectId: string, name: string): Promise<string> {
  const request = { ...pathOf(projectId), name, op_source_code: 'def score(output):\n    return 1\n' }
  return (await service.call(scorerEndpoints.create, request)).scorer
}

/** Starts a run of an evaluation that was never published. */
export async function createRun(service: Service, projectId: string, model = 'model://m'): Promise<string> {
  const request = { ...pathOf(projectId), evaluation: 'eval://e', model }
  return (await service.call(createEvaluationRun, request)).evaluation_run_id
}

interface Scored {
  readonly inputs: object
  readonly output?: unknown
  /** By the ref of the scorer. */
  readonly scores?: Readonly<Record<string, unknown>>
}

/** Records a prediction with its scores and finishes it. */
export async function predict(
  service: Service,
  projectId: string,
  runId: string,
  { inputs, output = 'x', scores = {} }: Scored,
): Promise<string> {
  const path = pathOf(projectId)
  const request = { ...path, model: 'model://m', inputs, output, evaluation_run_id: runId }
  const { prediction_id } = await service.call(createPrediction, request)
  for (const [scorer, value] of Object.entries(scores)) {
    await service.call(createScore, { ...path, prediction_id, scorer, value })
  }
  await service.call(finishPrediction, { ...path, prediction_id })
  return prediction_id
}

export async function evalResults(
  service: Service,
  projectId: string,
  request: Omit<EvalResultsRequest, 'entity' | 'project'>,
) {
  return service.call(queryEvalResults, { ...pathOf(projectId), ...request })
}

/** Publishes a dataset and returns the refs of its rows, as SDKs write them. */
export async function publishDataset(service: Service, projectId: string, rows: readonly object[]) {
  const created = await service.call(datasetEndpoints.create, {
    ...pathOf(projectId),
    name: 'quiz',
    rows: [...rows],
  })
  const ref = `weave:///${projectId}/object/quiz:${created.digest}`
  const { rows: tableRef } = await service.call(datasetEndpoints.read, { ...pathOf(projectId), ...created })
  const table = await service.post('/table/query', {
    project_id: projectId,
    digest: tableRef.split('/').pop(),
  })
  const stored: { digest: string }[] = Object(table.body).rows
  return { ref, rowRefs: stored.map(({ digest }) => `${ref}/attr/rows/id/${digest}`) }
}

/** Publishes an evaluation as the Python SDK does. */
export async function publishEvaluation(
  service: Service,
  projectId: string,
  fields: object,
): Promise<string> {
  const digest = await publish(service, projectId, 'quiz-eval', sdkObject('Evaluation', fields))
  return `weave:///${projectId}/object/quiz-eval:${digest}`
}

export interface SdkTrial {
  /** The row, or the ref to it. */
  readonly example: unknown
  readonly output: unknown
  readonly scores: Readonly<Record<string, unknown>>
  readonly usage?: object
}

/** Records a finished evaluation the way the Python SDK does: plain calls, children first. */
export async function recordSdkEvaluation(
  service: Service,
  projectId: string,
  id: string,
  trials: readonly SdkTrial[],
  over: Partial<CallCompleteRecord> = {},
): Promise<void> {
  const calls = trials.flatMap((trial, index) => sdkTrial(projectId, id, `${id}-t${index}`, trial))
  const root = finished(projectId, id, {
    trace_id: id,
    op_name: `weave:///${projectId}/op/Evaluation.evaluate:abc`,
    inputs: { self: `weave:///${projectId}/object/quiz-eval:abc`, model: modelRef(projectId) },
    output: {},
    ...over,
  })
  await recordFinished(service, ...calls, root)
}

const modelRef = (projectId: string): string => `weave:///${projectId}/object/parrot:abc`

function sdkTrial(
  projectId: string,
  evaluationId: string,
  id: string,
  trial: SdkTrial,
): CallCompleteRecord[] {
  const { example, output, scores, usage } = trial
  const op = (name: string) => `weave:///${projectId}/op/${name}:abc`
  const below = { trace_id: evaluationId, parent_id: id }
  return [
    finished(projectId, `${id}-predict`, {
      ...below,
      op_name: op('Parrot.predict'),
      inputs: { self: modelRef(projectId) },
      output,
      ...(usage && { summary: { usage } }),
    }),
    ...Object.entries(scores).map(([name, score]) =>
      finished(projectId, `${id}-${name}`, {
        ...below,
        op_name: op(`${name}.score`),
        started_at: '2025-03-01T10:00:01Z',
        output: score,
      }),
    ),
    finished(projectId, id, {
      trace_id: evaluationId,
      parent_id: evaluationId,
      op_name: op('Evaluation.predict_and_score'),
      inputs: { self: 'weave:///x', model: modelRef(projectId), example },
      output: { output, scores, model_latency: 0.25 },
    }),
  ]
}
