import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Empty, Nullable } from './schema.ts'

export type ServerStatus = Static<typeof ServerStatus>
export const ServerStatus = Type.Object({
  version: Type.String(),
  node_version: Type.String(),
  started_at: DateTime(),
  uptime_seconds: Type.Number(),
  memory_bytes: Type.Integer({ description: 'Resident memory of the process.' }),
  engine: Type.String({ description: 'The storage engine.', examples: ['sqlite'] }),
  database_bytes: Nullable(Type.Integer(), { description: 'Null if the engine does not report it.' }),
  pending_bytes: Nullable(Type.Integer(), { description: 'Durable, but not yet merged into the database.' }),
  disk_free_bytes: Nullable(Type.Integer(), {
    description: 'Left for the data; null if the engine does not report it.',
  }),
  ingest: Type.Object({
    parts_total: Type.Integer({
      description: 'Starts, ends and other parts of calls since the server started.',
    }),
    parts_per_second: Type.Number({ description: 'Over the last minute.' }),
  }),
  commits: Type.Object({
    total: Type.Integer(),
    p50_ms: Nullable(Type.Number(), {
      description: 'From the arrival of a write to its response, over the last 1000.',
    }),
    p95_ms: Nullable(Type.Number()),
    writes_waiting: Type.Integer(),
    reads_waiting: Type.Integer(),
  }),
  requests: Type.Object({
    total: Type.Integer(),
    per_second: Type.Number({ description: 'Over the last minute.' }),
    failed_total: Type.Integer({ description: 'Responses with status 500 or above.' }),
  }),
  listeners: Type.Integer({ description: 'Clients of /calls/live.' }),
  held_removals: Type.Integer({
    description: 'Projects whose expired calls are kept until their removal is confirmed.',
  }),
})

export const readStatus = endpoint({
  method: 'GET',
  path: '/settings/status',
  tag: 'settings',
  summary: 'Get the status of the server',
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
  aliases: ['/readyz'],
  tag: 'service',
  summary: 'Check whether the service can write',
  description: 'Returns 503 if it cannot, or is shutting down.',
  request: Empty,
  example: {},
  reply: Type.Object({ status: Type.Literal('ready') }),
})
