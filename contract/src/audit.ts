import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Maybe, Nullable, ReplyObject } from './schema.ts'

export type AuditRecord = Static<typeof AuditRecord>
export const AuditRecord = Type.Object({
  at: DateTime(),
  id: Type.String(),
  via: Type.Union([Type.Literal('api'), Type.Literal('cli'), Type.Literal('server')]),
  actor_id: Nullable(Type.String(), { description: 'User id; null for the command line and the server.' }),
  actor_name: Type.String(),
  action: Type.String({ examples: ['key.create', 'data.delete'] }),
  entity: Nullable(Type.String()),
  project_id: Nullable(Type.String()),
  target: Type.String({
    description:
      'User name, key id or project id; for deletions and closed calls, the path of the endpoint or the command.',
  }),
  details: ReplyObject({ description: 'Fields of the request. Long texts and lists are cut.' }),
})

export const queryAuditLog = endpoint({
  method: 'POST',
  path: '/settings/audit/query',
  tag: 'settings',
  summary: 'Read the audit log',
  description:
    'Who changed users, roles, keys, retention and redaction rules, deleted data or closed calls, newest first. For server admins; with `entity`, also for admins of that entity. Changes are recorded before they are made, and entries are never removed.',
  request: Type.Object({
    entity: Maybe(Type.String(), { description: 'Only changes in this entity.', examples: ['team'] }),
    project_id: Maybe(Type.String()),
    user_name: Maybe(Type.String(), { description: 'Who made the change.' }),
    action: Maybe(Type.String()),
    since: Maybe(DateTime()),
    cursor: Maybe(Type.String(), { description: '`next_cursor` of the previous page.' }),
    limit: Maybe(Type.Integer({ minimum: 1, maximum: 1000 }), { description: '100 by default.' }),
  }),
  example: { entity: 'team' },
  reply: Type.Object({
    entries: Type.Array(AuditRecord),
    next_cursor: Nullable(Type.String()),
  }),
})
