import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Maybe, ProjectId } from './schema.ts'

const sampled_calls = Type.Integer({
  description: 'Number of calls examined: the newest roots and the newest of all, at most 1000.',
})

export type SeenValue = Static<typeof SeenValue>
export const SeenValue = Type.Object({
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  count: Type.Integer({ description: 'Number of examined calls that have it.' }),
})

export const readCallValues = endpoint({
  method: 'POST',
  path: '/calls/values',
  tag: 'calls',
  summary: 'List recent values of a field',
  description: 'For autocompletion: most frequent first. Long strings, lists and objects are left out.',
  request: Type.Object({
    project_id: ProjectId,
    field: Type.String({
      description:
        'A field of a call: op_name, trace_name, display_name, status, model, wb_user_id, thread_id, or a path into inputs, output, attributes or summary.',
      examples: ['inputs.question'],
    }),
    prefix: Maybe(Type.String(), {
      description: 'Only values that contain a word with this prefix, case-insensitive.',
    }),
    limit: Maybe(Type.Integer({ minimum: 1, maximum: 50 }), { description: '20 by default.' }),
  }),
  example: { project_id: example.project_id, field: 'op_name', prefix: 'ans' },
  reply: Type.Object({ values: Type.Array(SeenValue), sampled_calls }),
})

export type SeenField = Static<typeof SeenField>
export const SeenField = Type.Object({
  field: Type.String({
    description: 'As written in filters, sorts and columns.',
    examples: ['inputs.question'],
  }),
  types: Type.Array(
    Type.Union([
      Type.Literal('string'),
      Type.Literal('number'),
      Type.Literal('boolean'),
      Type.Literal('list'),
      Type.Literal('object'),
    ]),
  ),
  count: Type.Integer({ description: 'Number of examined calls that have it.' }),
  example: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
    description: 'A value of the newest call that has one, shortened; null for lists and objects.',
  }),
})

export const readCallFields = endpoint({
  method: 'POST',
  path: '/calls/fields',
  tag: 'calls',
  summary: 'List recent fields of calls',
  description: 'Paths into inputs, output, attributes and summary, most frequent first; at most 500.',
  request: Type.Object({
    project_id: ProjectId,
    prefix: Maybe(Type.String(), { description: 'Only fields with this prefix.' }),
  }),
  example: { project_id: example.project_id, prefix: 'inputs.' },
  reply: Type.Object({ fields: Type.Array(SeenField), sampled_calls }),
})
