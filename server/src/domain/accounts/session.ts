import { randomBytes } from 'node:crypto'
import type { Micros } from '../../time.ts'
import { hashApiKey } from './api-key.ts'

/** A browser that is signed in. The id its cookie holds is not stored: only its SHA-256 is. */
export interface Session {
  readonly hash: string
  readonly user_id: string
  /** The key it was made with, whose limits it has; null where it may do all its user may. */
  readonly key_id: string | null
  readonly created_at: Micros
  readonly expires_at: Micros
}

export const SESSION_SECONDS = 30 * 24 * 3600

/** A fresh session, and the id that stands for it in the browser. */
export function newSession(
  holder: { readonly user_id: string; readonly key_id: string | null },
  now: Micros,
): { readonly id: string; readonly session: Session } {
  const id = randomBytes(32).toString('base64url')
  const expires_at = now + SESSION_SECONDS * 1_000_000
  return { id, session: { ...holder, hash: hashSessionId(id), created_at: now, expires_at } }
}

/** Ids are as random as keys, so they are hashed the same way. */
export const hashSessionId = hashApiKey
