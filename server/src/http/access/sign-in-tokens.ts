import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../domain/accounts/account.ts'
import type { Micros } from '../../time.ts'

const TOKEN_MICROS = 600_000_000

interface Issued {
  readonly userId: string
  readonly expiresAt: Micros
}

/** One-time sign-in tokens, valid for ten minutes. They are kept in memory only. */
export class SignInTokens {
  readonly #issued = new Map<string, Issued>()
  readonly #now: () => Micros

  constructor(now: () => Micros) {
    this.#now = now
  }

  issue(userId: string): string {
    const token = randomBytes(32).toString('base64url')
    this.#issued.set(hashSecret(token), { userId, expiresAt: this.#now() + TOKEN_MICROS })
    return token
  }

  /** Returns the user id of a valid token and invalidates the token; undefined otherwise. */
  redeem(token: string): string | undefined {
    const hash = hashSecret(token)
    const issued = this.#issued.get(hash)
    this.#issued.delete(hash)
    return issued && issued.expiresAt > this.#now() ? issued.userId : undefined
  }
}
