import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Empty, Maybe, Nullable } from './schema.ts'
import { KeyScope, Role } from './settings.ts'

/** The signed-in user and their access. */
export type SessionReply = Static<typeof SessionReply>
export const SessionReply = Type.Object({
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    server_admin: Type.Boolean({ description: 'May do everything, in every entity.' }),
  }),
  memberships: Type.Array(Type.Object({ entity: Type.String(), role: Role })),
  scope: KeyScope,
  project_id: Nullable(Type.String(), { description: 'The only project the key works in; null for all.' }),
})

export const openSession = endpoint({
  method: 'POST',
  path: '/session',
  bodySize: 'credentials',
  tag: 'session',
  summary: 'Sign a browser in',
  description:
    'Accepts an API key, or the one-time token of the URL that the server prints when it starts. The response sets a cookie that scripts cannot read and that authenticates like the key for 30 days. With the cookie, requests other than GET are accepted from pages of this server only.',
  request: Type.Object({
    key: Maybe(Type.String(), { description: 'An API key. Give this or a token.' }),
    token: Maybe(Type.String(), { description: 'A one-time sign-in token. Give this or a key.' }),
  }),
  example: { key: '0123456789abcdef0123456789abcdef01234567' },
  reply: SessionReply,
})

export const readSession = endpoint({
  method: 'GET',
  path: '/session',
  tag: 'session',
  summary: 'Get the current user',
  description: 'Returns 401 if nobody is signed in.',
  request: Empty,
  example: {},
  reply: SessionReply,
})

export const closeSession = endpoint({
  method: 'DELETE',
  path: '/session',
  tag: 'session',
  summary: 'Sign the browser out',
  description: 'Also ends the session on the server: its cookie no longer works anywhere.',
  request: Empty,
  example: {},
  reply: Empty,
})
