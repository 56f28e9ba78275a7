import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Query, QueryField } from './query.ts'
import {
  DateTime,
  Empty,
  Maybe,
  MaybeTexts,
  Nullable,
  ProjectId,
  page,
  SortBy,
  SortKeys,
  WrittenByServer,
} from './schema.ts'

const currency = { examples: ['USD'] }

/** What one model costs. All amounts are per single token. */
export type CostInput = Static<typeof CostInput>
export const CostInput = Type.Object({
  prompt_token_cost: Type.Number(),
  completion_token_cost: Type.Number(),
  cache_read_input_token_cost: Maybe(Type.Number(), { description: '0 by default.' }),
  cache_creation_input_token_cost: Maybe(Type.Number(), { description: '0 by default.' }),
  prompt_token_cost_unit: Maybe(Type.String(), { ...currency, description: 'USD by default.' }),
  completion_token_cost_unit: Maybe(Type.String(), { ...currency, description: 'USD by default.' }),
  effective_date: Maybe(DateTime(), { description: 'When the price takes effect; now by default.' }),
  provider_id: Maybe(Type.String()),
})

export type CostRecord = Static<typeof CostRecord>
export const CostRecord = Type.Object(
  {
    id: Nullable(Type.String()),
    llm_id: Nullable(Type.String()),
    prompt_token_cost: Nullable(Type.Number()),
    completion_token_cost: Nullable(Type.Number()),
    cache_read_input_token_cost: Nullable(Type.Number()),
    cache_creation_input_token_cost: Nullable(Type.Number()),
    prompt_token_cost_unit: Nullable(Type.String(currency)),
    completion_token_cost_unit: Nullable(Type.String(currency)),
    effective_date: Nullable(DateTime()),
    provider_id: Nullable(Type.String()),
  },
  { description: 'Null for fields that were not requested.' },
)

/** TypeBox writes tuples as JSON Schema did before 2020-12, which OpenAPI 3.1 does not allow. */
const IdAndModel = Type.Unsafe<[id: string, model: string]>({
  type: 'array',
  prefixItems: [Type.String(), Type.String()],
  minItems: 2,
  maxItems: 2,
})

export const createCosts = endpoint({
  method: 'POST',
  path: '/cost/create',
  tag: 'costs',
  summary: 'Set the prices of models in a project',
  description: 'Earlier prices are kept: a call is priced by the latest one in effect when it started.',
  request: Type.Object({
    project_id: ProjectId,
    costs: Type.Record(Type.String(), CostInput, { description: 'Prices by model name.' }),
    wb_user_id: WrittenByServer,
  }),
  example: {
    project_id: example.project_id,
    costs: {
      'house-model': { prompt_token_cost: 0.00001, completion_token_cost: 0.00002, provider_id: 'house' },
    },
  },
  reply: Type.Object({
    ids: Type.Array(IdAndModel, {
      description: 'The id of each new price, then its model.',
    }),
  }),
})

export const queryCosts = endpoint({
  method: 'POST',
  path: '/cost/query',
  tag: 'costs',
  summary: "Find a project's own prices",
  description: 'Does not include the default prices.',
  request: Type.Object({
    project_id: ProjectId,
    fields: MaybeTexts({ description: 'All by default.' }),
    query: QueryField,
    sort_by: Maybe(SortKeys(SortBy)),
    ...page,
  }),
  example: {
    project_id: example.project_id,
    fields: ['id', 'llm_id', 'prompt_token_cost'],
    query: { $expr: { $gt: [{ $getField: 'prompt_token_cost' }, { $literal: 0.000001 }] } },
    sort_by: [{ field: 'effective_date', direction: 'desc' }],
    limit: 10,
  },
  reply: Type.Object({ results: Type.Array(CostRecord) }),
})

export const purgeCosts = endpoint({
  method: 'POST',
  path: '/cost/purge',
  tag: 'costs',
  summary: 'Delete prices permanently',
  description:
    'The query selects the rows by id: `$eq` or `$in` of `id` and texts, or `$or` of `$eq`. Unknown ids are no error.',
  request: Type.Object({ project_id: ProjectId, query: Query }),
  example: {
    project_id: example.project_id,
    query: { $expr: { $in: [{ $getField: 'id' }, [{ $literal: example.price_id }]] } },
  },
  reply: Empty,
})
