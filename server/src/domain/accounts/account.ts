import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
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
  /** The key stops working at this instant; null for never. */
  readonly expires_at: Micros | null
}

/** When a key was last used, to about a minute. */
export interface KeyUse {
  readonly key_id: string
  readonly last_used_at: Micros
}

export const hasExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, now: Micros): boolean =>
  expires_at !== null && expires_at <= now

/**
 * What an email address may have (RFC 5322, RFC 6531), except for quotes and slashes: the name of a server admin is also the entity
 * of projects that are named without one. No white space, nothing invisible and nothing that turns the direction of text.
 */
const USER_NAME = /^[\p{L}\p{M}\p{N}.@!#$%&'*+=?^_`{|}~-]{1,254}$/u

export const isUserName = (text: string): boolean => USER_NAME.test(text)

export function checkUserName(text: string): void {
  if (isUserName(text)) return
  throw new ServiceError(
    'invalid_request',
    `A name is up to 254 letters, digits and . _ - + @ ' and what else email addresses have but slashes, not ${JSON.stringify(text)}`,
  )
}

export function checkEntity(text: string): void {
  if (text !== '' && !text.includes('/')) return
  throw new ServiceError(
    'invalid_request',
    `An entity is the part of a project id before the slash, not ${JSON.stringify(text)}`,
  )
}

/** 40 hexadecimal characters, since some tools reject shorter keys. */
export function newApiKey(): string {
  return randomBytes(20).toString('hex')
}

/** The hash stored in place of an API key or session id. Both are random, so a hash without salt is safe. */
export function hashSecret(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A browser that is signed in. Only the SHA-256 of the id in its cookie is stored. */
export interface Session {
  readonly hash: string
  readonly user_id: string
  /** The key it was opened with, whose limits apply; null for the same access as the user. */
  readonly key_id: string | null
  readonly created_at: Micros
  readonly expires_at: Micros
}

export const SESSION_SECONDS = 30 * 24 * 3600

/** Returns a new session and the id for its cookie. */
export function newSession(
  holder: { readonly user_id: string; readonly key_id: string | null },
  now: Micros,
): { readonly id: string; readonly session: Session } {
  const id = randomBytes(32).toString('base64url')
  const expires_at = now + SESSION_SECONDS * 1_000_000
  return { id, session: { ...holder, hash: hashSecret(id), created_at: now, expires_at } }
}
