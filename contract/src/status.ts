import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Empty, Nullable } from './schema.ts'

export type ServerStatus = Static<typeof ServerStatus>
export const ServerStatus = Type.Object({
  version: Type.String(),
  node_version: Type.String(),
  started_at: DateTime(),
  uptime_seconds: Type.Number(),
  memory_bytes: Type.Integer({ description: 'Of the process, as the system counts it.' }),
  engine: Type.String({ description: 'What stores the data.', examples: ['sqlite'] }),
  database_bytes: Nullable(Type.Integer(), { description: 'Null where the engine does not tell.' }),
  pending_bytes: Nullable(Type.Integer(), { description: 'Durable, but not yet merged into the database.' }),
  ingest: Type.Object({
    parts_total: Type.Integer({
      description: 'Starts, ends and other parts of calls since the server began.',
    }),
    parts_per_second: Type.Number({ description: 'Over the last minute.' }),
  }),
  commits: Type.Object({
    total: Type.Integer(),
    p50_ms: Nullable(Type.Number(), {
      description: 'From the arrival of a write to its answer, over the last 1000.',
    }),
    p95_ms: Nullable(Type.Number()),
    writes_waiting: Type.Integer(),
    reads_waiting: Type.Integer(),
  }),
  requests: Type.Object({
    total: Type.Integer(),
    per_second: Type.Number({ description: 'Over the last minute.' }),
    failed_total: Type.Integer({ description: 'Answered with a status of 500 or more.' }),
  }),
  listeners: Type.Integer({ description: 'Clients of /calls/live.' }),
  held_removals: Type.Integer({
    description: 'Projects in which expired calls are kept until somebody confirms their removal.',
  }),
})

export const readStatus = endpoint({
  method: 'GET',
  path: '/settings/status',
  tag: 'settings',
  summary: 'Tell how the server is doing',
  description: 'For server admins.',
  request: Empty,
  example: {},
  reply: ServerStatus,
})

export const readMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  tag: 'service',
  summary: 'Read metrics in the Prometheus text format',
  description:
    'For any key: metrics reveal nothing about stored data. Prometheus sends the key as a password.',
  request: Empty,
  example: {},
  reply: Type.String(),
  replyAs: 'text',
})

export const readReadiness = endpoint({
  method: 'GET',
  path: '/ready',
  tag: 'service',
  summary: 'Tell whether the service can write',
  description: 'Answers 503 where it cannot, or is about to stop.',
  request: Empty,
  example: {},
  reply: Type.Object({ status: Type.Literal('ready') }),
})
