import type { Static } from 'typebox'
import * as Type from 'typebox'
import {
  CallEndRecord,
  CallStartRecord,
  endFields,
  projectInPath,
  StartedCall,
  startFields,
} from './calls.ts'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { Empty, Maybe } from './schema.ts'

/** A start item or an end item. One object with both keys is read faster than a union of two. */
export type CallBatchItem = Static<typeof CallBatchItem>
export const CallBatchItem = Type.Object({
  mode: Maybe(Type.Union([Type.Literal('start'), Type.Literal('end')]), {
    description: 'Derived from `req` by default; must match it.',
  }),
  req: Type.Object({ start: Maybe(CallStartRecord), end: Maybe(CallEndRecord) }),
})

export const upsertCalls = endpoint({
  method: 'POST',
  path: '/call/upsert_batch',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record starts and ends of calls in a batch',
  description:
    'An item is `{"mode": "start", "req": {"start": ...}}` or `{"mode": "end", "req": {"end": ...}}`, of any ' +
    'project and in any order. One malformed item fails the whole batch. The response has one result per item.',
  request: Type.Object({ batch: Type.Array(CallBatchItem) }),
  example: {
    batch: [
      {
        mode: 'start',
        req: {
          start: {
            project_id: example.project_id,
            id: example.call_id,
            trace_id: example.trace_id,
            op_name: 'answer',
            started_at: '2025-03-01T10:00:00Z',
            attributes: {},
            inputs: { question: '2+2?' },
          },
        },
      },
      {
        mode: 'end',
        req: {
          end: {
            project_id: example.project_id,
            id: example.call_id,
            ended_at: '2025-03-01T10:00:01.250Z',
            output: '4',
            summary: {},
          },
        },
      },
    ],
  },
  reply: Type.Object({ res: Type.Array(Type.Union([StartedCall, Empty])) }),
})

export type CallCompleteRecord = Static<typeof CallCompleteRecord>
export const CallCompleteRecord = Type.Object({
  ...startFields,
  ...endFields,
  id: Type.String(),
  trace_id: Type.String(),
})

export const completeCalls = endpoint({
  method: 'POST',
  path: '/v2/{entity}/{project}/calls/complete',
  bodySize: 'payload',
  tag: 'calls',
  summary: 'Record complete calls in a batch',
  description:
    'A complete call replaces everything sent earlier for its id; sending it again changes nothing.',
  request: Type.Object({ ...projectInPath, batch: Type.Array(CallCompleteRecord) }),
  example: {
    entity: 'team',
    project: 'app',
    batch: [
      {
        project_id: example.project_id,
        id: example.call_id,
        trace_id: example.trace_id,
        op_name: 'answer',
        started_at: '2025-03-01T10:00:00Z',
        ended_at: '2025-03-01T10:00:01.250Z',
        attributes: {},
        inputs: { question: '2+2?' },
        output: '4',
        summary: {},
      },
    ],
  },
  reply: Empty,
})
