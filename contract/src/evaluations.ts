import type { Static } from 'typebox'
import * as Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import {
  DateTime,
  Maybe,
  MaybeTexts,
  Nullable,
  PayloadObject,
  ProjectId,
  page,
  ReplyObject,
} from './schema.ts'

export const evaluationEndpoints = objectEndpoints({
  path: 'evaluations',
  one: 'an evaluation',
  create: Type.Object({
    ...projectInPath,
    name: Type.String(),
    description: Maybe(Type.String()),
    dataset: Type.String({ description: 'The ref of the dataset.' }),
    scorers: MaybeTexts({ description: 'The refs of the scorers.' }),
    trials: Maybe(Type.Integer({ minimum: 1 }), {
      description: 'Number of trials per row; 1 by default.',
    }),
    evaluation_name: Maybe(Type.String(), { description: 'Display name of runs of the evaluation.' }),
    eval_attributes: Maybe(PayloadObject()),
  }),
  example: {
    entity: 'team',
    project: 'app',
    name: 'quiz',
    dataset: example.dataset_ref,
    scorers: [example.scorer_ref],
    trials: 2,
  },
  created: Type.Object({
    ...publishedFields,
    evaluation_ref: Type.String({ description: 'The ref of the version.' }),
  }),
  stored: Type.Object({
    ...storedFields,
    name: Type.String(),
    description: Nullable(Type.String()),
    dataset: Type.String(),
    scorers: Type.Array(Type.String()),
    trials: Type.Integer(),
    evaluation_name: Nullable(Type.String()),
    evaluate_op: Nullable(Type.String()),
    predict_and_score_op: Nullable(Type.String()),
    summarize_op: Nullable(Type.String()),
  }),
  listed: 'every version',
})

export type EvaluationStatus = Static<typeof EvaluationStatus>
export const EvaluationStatus = Type.Union([
  Type.Object({ code: Type.Literal('not_found') }),
  Type.Object({
    code: Type.Literal('running'),
    completed_rows: Type.Integer(),
    total_rows: Type.Integer({
      description: 'Rows times trials; the trials started so far if the dataset is unknown.',
    }),
  }),
  Type.Object({ code: Type.Literal('failed'), error: Nullable(Type.String()) }),
  Type.Object({ code: Type.Literal('complete'), output: Type.Unknown() }),
])

export const readEvaluationStatus = endpoint({
  method: 'POST',
  path: '/evaluations/status',
  tag: 'evaluations',
  summary: 'Get the progress of an evaluation',
  request: Type.Object({
    project_id: ProjectId,
    call_id: Type.String({ description: 'The id of the evaluation call.' }),
  }),
  example: { project_id: example.project_id, call_id: example.call_id },
  reply: Type.Object({ status: EvaluationStatus }),
})

export type EvaluationRunRecord = Static<typeof EvaluationRunRecord>
export const EvaluationRunRecord = Type.Object({
  evaluation_run_id: Type.String({ description: 'The id of the call of the run.' }),
  evaluation: Type.String({ description: 'The ref of the evaluation; empty if the run has none.' }),
  model: Type.String({ description: 'The ref of the model; empty if the run has none.' }),
  status: Type.Union([Type.Literal('running'), Type.Literal('completed'), Type.Literal('failed')]),
  started_at: DateTime(),
  finished_at: Nullable(DateTime()),
  summary: ReplyObject({ description: 'As sent when the run ended, with `weave` as on every call.' }),
  source_evaluation_run_id: Nullable(Type.String()),
})

const runInPath = { ...projectInPath, evaluation_run_id: Type.String() }
const runExample = { entity: 'team', project: 'app', evaluation_run_id: example.call_id }

export const createEvaluationRun = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/evaluation_runs',
  bodySize: 'payload',
  tag: 'evaluations',
  summary: 'Start a run of an evaluation',
  request: Type.Object({
    ...projectInPath,
    evaluation: Type.String({ description: 'The ref of the evaluation.' }),
    model: Type.String({ description: 'The ref of the model.' }),
    source_evaluation_run_id: Maybe(Type.String(), { description: 'The run that this one repeats.' }),
  }),
  example: {
    entity: 'team',
    project: 'app',
    evaluation: example.evaluation_ref,
    model: example.model_ref,
  },
  reply: Type.Object({ evaluation_run_id: Type.String() }),
})

export const readEvaluationRun = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/evaluation_runs/{evaluation_run_id}',
  tag: 'evaluations',
  summary: 'Read a run of an evaluation',
  request: Type.Object(runInPath),
  example: runExample,
  reply: EvaluationRunRecord,
})

export const listEvaluationRuns = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/evaluation_runs',
  tag: 'evaluations',
  summary: 'List runs of evaluations, oldest first',
  description: 'Includes runs recorded by SDKs.',
  request: Type.Object({
    ...projectInPath,
    evaluations: MaybeTexts({ description: 'Only runs of these evaluations; comma-separated or repeated.' }),
    models: MaybeTexts({ description: 'Only runs of these models; comma-separated or repeated.' }),
    evaluation_run_ids: MaybeTexts(),
    evaluation_refs: MaybeTexts({ description: 'Alias of evaluations.' }),
    model_refs: MaybeTexts({ description: 'Alias of models.' }),
    ...page,
  }),
  example: { entity: 'team', project: 'app', evaluations: [example.evaluation_ref], limit: 100 },
  reply: EvaluationRunRecord,
  replyAs: 'lines',
})

export const finishEvaluationRun = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/evaluation_runs/{evaluation_run_id}/finish',
  bodySize: 'payload',
  tag: 'evaluations',
  summary: 'End a run of an evaluation',
  description: 'The output of the run is computed from its scores: for each, the mean or the share of true.',
  request: Type.Object({ ...runInPath, summary: Maybe(PayloadObject()) }),
  example: { ...runExample, summary: { accuracy: 0.95 } },
  reply: Type.Object({ success: Type.Boolean() }),
})

export const deleteEvaluationRuns = endpoint({
  method: 'DELETE',
  path: '/v2/{entity}/{project}/evaluation_runs',
  tag: 'evaluations',
  summary: 'Delete runs of evaluations with all their descendants',
  request: Type.Object({
    ...projectInPath,
    evaluation_run_ids: Type.Array(Type.String(), { maxItems: 1000 }),
  }),
  example: { entity: 'team', project: 'app', evaluation_run_ids: [example.call_id] },
  reply: Type.Object({ num_deleted: Type.Integer({ description: 'Number of deleted runs.' }) }),
})
