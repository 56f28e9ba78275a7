import type { Static } from 'typebox'
import * as Type from 'typebox'
import { projectInPath } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Query } from './query.ts'
import {
  DateTime,
  Direction,
  Maybe,
  MaybeValues,
  MEASURES_MAX,
  Nullable,
  page,
  ReplyObject,
  SortKeys,
} from './schema.ts'

const OneEvaluation = Maybe(Type.String(), { description: 'Only this evaluation.' })

export type EvalResultsSort = Static<typeof EvalResultsSort>
export const EvalResultsSort = Type.Object({
  field: Type.String({
    description: 'row_digest, or a path that starts with scores, inputs or outputs.',
    examples: ['scores.exact_match.passed'],
  }),
  direction: Direction,
  evaluation_call_id: OneEvaluation,
  mode: Maybe(Type.Union([Type.Literal('value'), Type.Literal('difference')]), {
    description: 'Sort by the value (the default) or by the difference between the evaluations.',
  }),
})

const EvalResultsFilter = Type.Object({ evaluation_call_id: OneEvaluation, query: Query })

export type EvalResultsRequest = Static<typeof EvalResultsRequest>
export const EvalResultsRequest = Type.Object({
  ...projectInPath,
  evaluation_call_ids: MaybeValues({ description: 'Ids of the evaluation calls. At least one is required.' }),
  evaluation_run_ids: MaybeValues({ description: 'Alias of evaluation_call_ids.' }),
  require_intersection: Maybe(Type.Boolean(), { description: 'Only rows that every evaluation has.' }),
  include_rows: Maybe(Type.Boolean(), { description: 'True by default.' }),
  include_raw_data_rows: Maybe(Type.Boolean(), {
    description: 'Include the row of the dataset, or its ref.',
  }),
  resolve_row_refs: Maybe(Type.Boolean(), { description: 'Resolve rows that are refs.' }),
  include_predict_and_score_children: Maybe(Type.Boolean(), {
    description: 'True by default; false leaves out the calls of the model and the scorers.',
  }),
  include_costs: Maybe(Type.Boolean(), { description: 'Include the cost of the model usage.' }),
  include_summary: Maybe(Type.Boolean()),
  summary_require_intersection: Maybe(Type.Boolean(), {
    description: 'The same for the summary; the value of require_intersection by default.',
  }),
  sort_by: Maybe(SortKeys(EvalResultsSort), { description: 'By row_digest by default.' }),
  filters: Maybe(Type.Array(EvalResultsFilter, { maxItems: MEASURES_MAX }), {
    description: 'A trial must match all filters of its evaluation.',
  }),
  filter_logic_operator: Maybe(Type.Union([Type.Literal('or'), Type.Literal('and')]), {
    description: 'Whether a row must match in any evaluation (the default) or in all.',
  }),
  ...page,
})

const Trial = Type.Object({
  predict_and_score_call_id: Type.String(),
  predict_call_id: Nullable(Type.String()),
  model_output: Type.Unknown(),
  scores: ReplyObject({ description: 'By scorer.' }),
  model_latency_seconds: Nullable(Type.Number()),
  total_tokens: Nullable(Type.Integer()),
  total_cost: Nullable(Type.Number({ description: 'Cost of the model usage, if requested and priced.' })),
  scorer_call_ids: Type.Record(Type.String(), Type.String()),
})

const Row = Type.Object({
  row_digest: Type.String(),
  raw_data_row: Type.Unknown({ description: 'Null unless requested.' }),
  evaluations: Type.Array(Type.Object({ evaluation_call_id: Type.String(), trials: Type.Array(Trial) })),
})

const ScorerStats = Type.Object({
  scorer_key: Type.String(),
  path: Nullable(Type.String(), {
    description: 'Path of the value inside the score; null for the score itself.',
  }),
  value_type: Type.Union([Type.Literal('binary'), Type.Literal('continuous'), Type.Literal('text')]),
  trial_count: Type.Integer({ description: 'Trials that have the value.' }),
  numeric_count: Type.Integer(),
  numeric_mean: Nullable(Type.Number()),
  pass_true_count: Type.Integer(),
  pass_known_count: Type.Integer(),
  pass_rate: Nullable(Type.Number()),
  pass_signal_coverage: Nullable(Type.Number({ description: 'Share of all trials that are true or false.' })),
})

const Summary = Type.Object({
  row_count: Type.Integer(),
  evaluations: Type.Array(
    Type.Object({
      evaluation_call_id: Type.String(),
      evaluation_ref: Nullable(Type.String()),
      model_ref: Nullable(Type.String()),
      display_name: Nullable(Type.String()),
      trace_id: Nullable(Type.String()),
      started_at: Nullable(DateTime()),
      trial_count: Type.Integer(),
      scorer_stats: Type.Array(ScorerStats),
      predict_total_cost: Nullable(Type.Number()),
    }),
  ),
})

export type EvalResultsRecord = Static<typeof EvalResultsRecord>
export const EvalResultsRecord = Type.Object({
  rows: Type.Array(Row),
  total_rows: Type.Integer({ description: 'Before paging; 0 if rows were not requested.' }),
  summary: Nullable(Summary, { description: 'Of all rows, ignoring filters.' }),
  warnings: Type.Array(Type.String()),
})

export const queryEvalResults = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/eval_results/query',
  tag: 'evaluations',
  summary: 'Compare evaluations, row by row',
  description: 'Trials are grouped by dataset row, whichever client recorded them.',
  request: EvalResultsRequest,
  example: {
    entity: 'team',
    project: 'app',
    evaluation_call_ids: [example.call_id],
    sort_by: [{ field: 'scores.exact_match', direction: 'desc' }],
    include_summary: true,
    limit: 50,
  },
  reply: EvalResultsRecord,
})
