import Type, { type Static } from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { objectEndpoints, publishedFields, storedFields } from './object-resources.ts'
import { Maybe, MaybeTexts, Nullable, PayloadObject, ProjectId } from './schema.ts'

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
      description: 'How often each row is tried; once by default.',
    }),
    evaluation_name: Maybe(Type.String(), { description: 'What runs of the evaluation are called.' }),
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
    total_rows: Type.Integer({ description: 'Rows times trials, as far as the dataset tells.' }),
  }),
  Type.Object({ code: Type.Literal('failed'), error: Nullable(Type.String()) }),
  Type.Object({ code: Type.Literal('complete'), output: Type.Unknown() }),
])

export const readEvaluationStatus = endpoint({
  method: 'POST',
  path: '/evaluations/status',
  tag: 'evaluations',
  summary: 'Ask how far an evaluation has got',
  request: Type.Object({
    project_id: ProjectId,
    call_id: Type.String({ description: 'The call of the whole evaluation.' }),
  }),
  example: { project_id: example.project_id, call_id: example.call_id },
  reply: Type.Object({ status: EvaluationStatus }),
})
