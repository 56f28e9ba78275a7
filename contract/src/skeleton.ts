import type { Static } from 'typebox'
import * as Type from 'typebox'
import { CALL_STATUSES } from './call/status.ts'
import { USAGE_STANDINGS } from './call/usage-standing.ts'
import { Usage } from './calls-stats.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Maybe, Nullable, OneOf, ProjectId } from './schema.ts'

/** Columns of equal length: the n-th entry of each belongs to the n-th call. */
const SkeletonCalls = Type.Object(
  {
    id: Type.Array(Type.String()),
    parent: Type.Array(Type.Integer(), {
      description: 'Index of the parent in these columns; -1 if it is not among them.',
    }),
    op_name: Type.Array(Type.Integer(), { description: 'An index into op_names.' }),
    display_name: Type.Array(Nullable(Type.String())),
    start_us: Type.Array(Type.Integer(), { description: 'Microseconds after started_at.' }),
    duration_us: Type.Array(Nullable(Type.Integer()), { description: 'Null while the call runs.' }),
    status: Type.Array(OneOf(CALL_STATUSES)),
    kind: Type.Array(Type.String(), {
      description: 'As `/calls/messages` names them: agent, llm, tool…; call where nothing was declared.',
    }),
    model: Type.Array(Type.Integer(), {
      description: 'A place in models: the one the call itself reported; -1 where it reported none.',
    }),
    tokens: Type.Array(Nullable(Type.Integer()), {
      description:
        'Of the call and all that counts below it; null where nothing was reported. What a call of a Weave SDK reported includes what such calls below it did. A span that does not count, without any below it that do, has its own as sent.',
    }),
    cost: Type.Array(Nullable(Type.Number()), {
      description: 'In dollars, of what counts; null where there is no price.',
    }),
    usage_standing: Type.Array(Nullable(OneOf(USAGE_STANDINGS)), {
      description: "Whether the call's own usage counts in totals, or why not; null where it reported none.",
    }),
  },
  {
    description:
      'By start, then id. Columns of equal length: the n-th entry of each belongs to the n-th call.',
  },
)

export type TraceSkeleton = Static<typeof TraceSkeleton>
export const TraceSkeleton = Type.Object({
  trace_id: Type.String(),
  started_at: Nullable(DateTime(), { description: 'Of the first call; null where there is none.' }),
  op_names: Type.Array(Type.String()),
  models: Type.Array(Type.String()),
  calls: SkeletonCalls,
  has_more: Type.Boolean({ description: 'Whether the trace goes on after the first 200000 calls.' }),
  reports: Type.Object(
    {
      call: Type.Array(Type.Integer(), { description: 'A place in the columns of `calls`.' }),
      tokens: Type.Array(Type.Integer()),
      cost: Type.Array(Nullable(Type.Number()), {
        description: 'Null where it is unknown, and for spans that only repeat what others report.',
      }),
      reported_cost: Type.Array(Nullable(Type.Number()), { description: 'As the client sent it, in USD.' }),
    },
    {
      description:
        'Usage of the calls that reported any, as each of them sent it, in columns of equal length. `usage_standing` says whether it counts.',
    },
  ),
  usage: Type.Record(Type.String(), Usage, { description: 'Of the whole trace, by model.' }),
})

export const readTraceSkeleton = endpoint({
  method: 'POST',
  path: '/trace/skeleton',
  tag: 'calls',
  summary: 'Read the shape of a trace',
  description:
    'All its calls without their payloads, in compact columns. The trace is given by its id or by one of its calls. An unknown trace is empty.',
  request: Type.Object({
    project_id: ProjectId,
    trace_id: Maybe(Type.String()),
    call_id: Maybe(Type.String(), { description: 'Any call of the trace, instead of trace_id.' }),
  }),
  example: { project_id: example.project_id, trace_id: example.trace_id },
  reply: TraceSkeleton,
})
