import { randomBytes } from 'node:crypto'
import { hashSecret } from '../domain/accounts/account.ts'
import type { Micros } from '../time.ts'

const TOKEN_MICROS = 600_000_000

interface Issued {
  readonly userId: string
  readonly expiresAt: Micros
}

/** Tokens that sign someone in once, within ten minutes. They live and end with the process. */
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

  /** The id of the user a token was issued to, the first time; undefined ever after. */
  redeem(token: string): string | undefined {
    const hash = hashSecret(token)
    const issued = this.#issued.get(hash)
    this.#issued.delete(hash)
    return issued && issued.expiresAt > this.#now() ? issued.userId : undefined
  }
}
