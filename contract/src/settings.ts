import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { example } from './examples.ts'
import { DateTime, Empty, Maybe, Nullable, ProjectId } from './schema.ts'

export type Role = Static<typeof Role>
export const Role = Type.Union([Type.Literal('viewer'), Type.Literal('editor'), Type.Literal('admin')], {
  description: 'A viewer reads, an editor also writes, an admin also manages members.',
})

export type KeyScope = Static<typeof KeyScope>
export const KeyScope = Type.Union([Type.Literal('all'), Type.Literal('read'), Type.Literal('write')], {
  description: 'Maximum access of a key; never more than that of its user.',
})

export type UserRecord = Static<typeof UserRecord>
export const UserRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  server_admin: Type.Boolean(),
  created_at: DateTime(),
  memberships: Type.Array(Type.Object({ entity: Type.String(), role: Role })),
})

export type KeyRecord = Static<typeof KeyRecord>
export const KeyRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_id: Type.String(),
  user_name: Type.String(),
  scope: KeyScope,
  project_id: Nullable(Type.String(), { description: 'The only project the key works in; null for all.' }),
  created_at: DateTime(),
  expires_at: Nullable(DateTime(), { description: 'When the key stops working; null for never.' }),
  last_used_at: Nullable(DateTime(), {
    description:
      'Exact to about a minute, and includes browsers signed in with the key; null if it never was.',
  }),
})

const exampleUser = '01951f42-2d3e-7b4c-9a5f-6b7c8d9e0f1a'
const exampleKey = '01951f43-3e4f-7c5d-8b6a-7c8d9e0f1a2b'

export const listUsers = endpoint({
  method: 'POST',
  path: '/settings/users/query',
  tag: 'settings',
  summary: 'List the users of the server',
  description: 'For server admins.',
  request: Empty,
  example: {},
  reply: Type.Object({ users: Type.Array(UserRecord) }),
})

export const addUser = endpoint({
  method: 'POST',
  path: '/settings/users/create',
  tag: 'settings',
  summary: 'Add a user',
  description:
    'For server admins. The user has no key and no membership yet. Returns 409 if the name is taken.',
  request: Type.Object({
    name: Type.String({
      description: 'Up to 254 letters, digits and characters of email addresses, without slashes.',
      examples: ['ada'],
    }),
    server_admin: Maybe(Type.Boolean(), { description: 'False by default.' }),
  }),
  example: { name: 'ada' },
  reply: UserRecord,
})

export const removeUser = endpoint({
  method: 'POST',
  path: '/settings/users/delete',
  tag: 'settings',
  summary: 'Remove a user, with all keys, sessions and memberships',
  description:
    'For server admins. The last server admin cannot be removed. Data written by the user is kept.',
  request: Type.Object({ user_id: Type.String() }),
  example: { user_id: exampleUser },
  reply: Empty,
})

export type MemberRecord = Static<typeof MemberRecord>
export const MemberRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Nullable(Role, { description: 'In the entity of the project; null for a server admin without one.' }),
  server_admin: Type.Boolean(),
})

export const listMembers = endpoint({
  method: 'POST',
  path: '/settings/members/query',
  tag: 'settings',
  summary: 'List the members of a project',
  description: 'For everyone who may read the project. Includes server admins. Sorted by name.',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Type.Object({ members: Type.Array(MemberRecord) }),
})

export const setMember = endpoint({
  method: 'POST',
  path: '/settings/members/set',
  tag: 'settings',
  summary: 'Give a user a role in an entity',
  description: 'For server admins, and for admins of the entity. Replaces the previous role.',
  request: Type.Object({
    user_name: Type.String(),
    entity: Type.String({ description: 'The part of a project id before the slash.', examples: ['team'] }),
    role: Role,
  }),
  example: { user_name: 'ada', entity: 'team', role: 'editor' },
  reply: Empty,
})

export const removeMember = endpoint({
  method: 'POST',
  path: '/settings/members/delete',
  tag: 'settings',
  summary: 'Remove a user from an entity',
  description: 'For server admins, and for admins of the entity.',
  request: Type.Object({ user_name: Type.String(), entity: Type.String() }),
  example: { user_name: 'ada', entity: 'team' },
  reply: Empty,
})

export const listKeys = endpoint({
  method: 'POST',
  path: '/settings/keys/query',
  tag: 'settings',
  summary: 'List API keys',
  description: 'Your own; server admins may list those of all users. The keys themselves are not stored.',
  request: Type.Object({
    of_everybody: Maybe(Type.Boolean(), { description: 'For server admins; false by default.' }),
  }),
  example: {},
  reply: Type.Object({ keys: Type.Array(KeyRecord) }),
})

export const createKey = endpoint({
  method: 'POST',
  path: '/settings/keys/create',
  tag: 'settings',
  summary: 'Create an API key',
  description: 'For yourself; server admins may create keys for others too. The key is shown only once.',
  request: Type.Object({
    name: Maybe(Type.String({ maxLength: 200 }), {
      description: 'What the key is for.',
      examples: ['laptop'],
    }),
    user_name: Maybe(Type.String(), { description: 'Owner of the key; yourself by default.' }),
    scope: Maybe(KeyScope, { description: 'Same access as the user by default.' }),
    project_id: Maybe(Type.String(), { description: 'The only project the key works in.' }),
    expires_at: Maybe(DateTime(), {
      description: 'When the key stops working, in the future. Never by default.',
    }),
  }),
  example: { name: 'laptop', scope: 'write' },
  reply: Type.Object({ key: Type.String({ description: '40 hexadecimal characters.' }), record: KeyRecord }),
})

export const revokeKey = endpoint({
  method: 'POST',
  path: '/settings/keys/delete',
  tag: 'settings',
  summary: 'Revoke an API key',
  description:
    'Your own; server admins may revoke any. It stops working within a second, as do browser sessions opened with it.',
  request: Type.Object({ key_id: Type.String() }),
  example: { key_id: exampleKey },
  reply: Empty,
})

export type ProjectStorage = Static<typeof ProjectStorage>
export const ProjectStorage = Type.Object({
  project_id: Type.String(),
  calls_bytes: Type.Integer(),
  objects_bytes: Type.Integer(),
  tables_bytes: Type.Integer(),
  files_bytes: Type.Integer(),
  agent_spans_bytes: Type.Integer(),
  total_bytes: Type.Integer(),
})

const CallsStorage = { call_count: Type.Integer(), bytes: Type.Integer() }

export type OpStorage = Static<typeof OpStorage>
export const OpStorage = Type.Object({
  op: Type.String({ description: 'Op name, all versions together.' }),
  ...CallsStorage,
})

export type DayStorage = Static<typeof DayStorage>
export const DayStorage = Type.Object({
  day: Type.String({ description: 'In UTC, such as 2025-03-01.' }),
  ...CallsStorage,
})

export const measureCallStorage = endpoint({
  method: 'POST',
  path: '/settings/storage/calls/query',
  tag: 'settings',
  summary: 'Get the storage size of the calls of a project, by op and by day',
  description: 'The 100 largest ops and the 100 newest days with calls. Reads all calls: not for polling.',
  request: Type.Object({ project_id: ProjectId }),
  example: { project_id: example.project_id },
  reply: Type.Object({ ops: Type.Array(OpStorage), days: Type.Array(DayStorage) }),
})

export const measureStorage = endpoint({
  method: 'POST',
  path: '/settings/storage/query',
  tag: 'settings',
  summary: 'Get the storage size of each project',
  description: 'Projects you may read, largest first. Reads all data: not for polling.',
  request: Empty,
  example: {},
  reply: Type.Object({ projects: Type.Array(ProjectStorage) }),
})
