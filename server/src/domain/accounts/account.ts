import { ServiceError } from '../../errors.ts'
import type { Micros } from '../../time.ts'

export type Role = 'viewer' | 'editor' | 'admin'

export interface User {
  readonly id: string
  readonly name: string
  /** May do everything on this server, in every entity. */
  readonly server_admin: boolean
  readonly created_at: Micros
}

/** What a user may do in an entity: the part of a project id before the slash. */
export interface Membership {
  readonly user_id: string
  readonly entity: string
  readonly role: Role
}

export type KeyScope = 'all' | 'read' | 'write'

/** An API key. The key itself is shown once and never stored: only its SHA-256 is. */
export interface ApiKey {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly hash: string
  readonly scope: KeyScope
  /** The only project the key works in; null for all the user may enter. */
  readonly project_id: string | null
  readonly created_at: Micros
}

export function checkUserName(text: string): void {
  if (/^[\w.@-]{1,64}$/.test(text)) return
  throw new ServiceError(
    'invalid_request',
    `A name is up to 64 letters, digits and . _ - @, not ${JSON.stringify(text)}`,
  )
}

export function checkEntity(text: string): void {
  if (text !== '' && !text.includes('/')) return
  throw new ServiceError(
    'invalid_request',
    `An entity is the part of a project id before the slash, not ${JSON.stringify(text)}`,
  )
}
