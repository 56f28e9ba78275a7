import type { Static } from 'typebox'
import * as Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, Nullable, Payload, PayloadObject, page, ReplyObject } from './schema.ts'

export type PredictionRecord = Static<typeof PredictionRecord>
export const PredictionRecord = Type.Object({
  prediction_id: Type.String(),
  model: Type.String({ description: 'The ref of the model.' }),
  inputs: ReplyObject(),
  output: Type.Unknown(),
  evaluation_run_id: Nullable(Type.String()),
  genai_span_ref: Type.Unknown({ description: 'As sent; null if none was sent.' }),
  wb_user_id: Nullable(Type.String()),
})

const predictionInPath = { ...projectInPath, prediction_id: Type.String() }
const predictionExample = { entity: 'team', project: 'app', prediction_id: example.call_id }

export const createPrediction = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/predictions',
  bodySize: 'payload',
  tag: 'evaluations',
  summary: 'Record a prediction of a model',
  description: 'In a run, scores can be added until it is finished.',
  request: Type.Object({
    ...projectInPath,
    model: Type.String({ description: 'The ref of the model.' }),
    inputs: PayloadObject({ description: 'The row of the dataset.' }),
    output: Payload(),
    evaluation_run_id: Maybe(Type.String()),
    genai_span_ref: Maybe(Payload(), { description: 'The OpenTelemetry spans of the prediction.' }),
  }),
  example: {
    entity: 'team',
    project: 'app',
    model: example.model_ref,
    inputs: { q: '2+2?' },
    output: '4',
    evaluation_run_id: example.call_id,
  },
  reply: Type.Object({ prediction_id: Type.String() }),
})

export const readPrediction = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/predictions/{prediction_id}',
  tag: 'evaluations',
  summary: 'Read a prediction',
  request: Type.Object(predictionInPath),
  example: predictionExample,
  reply: PredictionRecord,
})

export const listPredictions = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/predictions',
  tag: 'evaluations',
  summary: 'List predictions, oldest first',
  request: Type.Object({ ...projectInPath, evaluation_run_id: Maybe(Type.String()), ...page }),
  example: { entity: 'team', project: 'app', evaluation_run_id: example.call_id },
  reply: PredictionRecord,
  replyAs: 'lines',
})

export const finishPrediction = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/predictions/{prediction_id}/finish',
  bodySize: 'payload',
  tag: 'evaluations',
  summary: 'Finish a prediction: no more scores follow',
  request: Type.Object(predictionInPath),
  example: predictionExample,
  reply: Type.Object({ success: Type.Boolean() }),
})

export const deletePredictions = endpoint({
  method: 'DELETE',
  path: '/v2/{entity}/{project}/predictions',
  tag: 'evaluations',
  summary: 'Delete predictions, each with its scores',
  request: Type.Object({ ...projectInPath, prediction_ids: Type.Array(Type.String(), { maxItems: 1000 }) }),
  example: { entity: 'team', project: 'app', prediction_ids: [example.call_id] },
  reply: Type.Object({
    num_deleted: Type.Integer({ description: 'Number of deleted predictions.' }),
  }),
})

export type ScoreRecord = Static<typeof ScoreRecord>
export const ScoreRecord = Type.Object({
  score_id: Type.String(),
  prediction_id: Type.String(),
  scorer: Type.String({ description: 'The ref of the scorer.' }),
  value: Type.Unknown(),
  evaluation_run_id: Nullable(Type.String()),
  wb_user_id: Nullable(Type.String()),
})

export const createScore = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/scores',
  bodySize: 'payload',
  tag: 'evaluations',
  summary: 'Score a prediction',
  description:
    'The score is also stored as feedback on the prediction, with the type `wandb.runnable.` and the name of the scorer.',
  request: Type.Object({
    ...projectInPath,
    prediction_id: Type.String(),
    scorer: Type.String({ description: 'The ref of the scorer, an object or an op.' }),
    value: Payload({ description: 'A number or a boolean, or an object of them.' }),
    evaluation_run_id: Maybe(Type.String(), { description: 'The run of the prediction by default.' }),
  }),
  example: {
    entity: 'team',
    project: 'app',
    prediction_id: example.call_id,
    scorer: example.scorer_ref,
    value: 0.9,
  },
  reply: Type.Object({ score_id: Type.String() }),
})

export const readScore = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/scores/{score_id}',
  tag: 'evaluations',
  summary: 'Read a score',
  request: Type.Object({ ...projectInPath, score_id: Type.String() }),
  example: { entity: 'team', project: 'app', score_id: example.call_id },
  reply: ScoreRecord,
})

export const listScores = endpoint({
  method: 'GET',
  path: '/v2/{entity}/{project}/scores',
  tag: 'evaluations',
  summary: 'List scores, oldest first',
  request: Type.Object({ ...projectInPath, evaluation_run_id: Maybe(Type.String()), ...page }),
  example: { entity: 'team', project: 'app', evaluation_run_id: example.call_id },
  reply: ScoreRecord,
  replyAs: 'lines',
})

export const deleteScores = endpoint({
  method: 'DELETE',
  path: '/v2/{entity}/{project}/scores',
  tag: 'evaluations',
  summary: 'Delete scores with their feedback',
  request: Type.Object({ ...projectInPath, score_ids: Type.Array(Type.String(), { maxItems: 1000 }) }),
  example: { entity: 'team', project: 'app', score_ids: [example.call_id] },
  reply: Type.Object({ num_deleted: Type.Integer({ description: 'Number of deleted scores.' }) }),
})
