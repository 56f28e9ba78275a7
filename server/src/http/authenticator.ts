import type { Caller } from '../domain/access.ts'
import { hashApiKey, sameHash } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Micros } from '../domain/time.ts'
import type { Context } from '../operations/operation.ts'
import { Throttle } from './throttle.ts'

type Accounts = Context['storage']['accounts']

/** How long an answer about a key is believed: a revoked key stops working within a second. */
const FRESH_MICROS = 1_000_000

/** How long a key that worked is let through to the check while its address is throttled. */
const PROVEN_MICROS = 600_000_000

/** A key that worked, and when. Wrong keys leave no trace here, so guessing cannot fill the memory. */
interface Proof {
  readonly provenAt: Micros
  readonly caller: Caller
}

/** Tells who holds a key. Remembers good keys for a moment and slows down those who guess. */
export class Authenticator {
  readonly #accounts: Accounts
  readonly #now: () => Micros
  readonly #throttle: Throttle
  readonly #proofs = new Map<string, Proof>()

  constructor(accounts: Accounts, now: () => Micros) {
    this.#accounts = accounts
    this.#now = now
    this.#throttle = new Throttle(now)
  }

  async callerOf(key: string, address: string): Promise<Caller> {
    const hash = hashApiKey(key)
    const proof = this.#proofs.get(hash)
    const age = proof ? this.#now() - proof.provenAt : Number.POSITIVE_INFINITY
    if (proof && age < FRESH_MICROS) return proof.caller
    // Good clients are not locked out by a bad one behind the same address.
    if (age > PROVEN_MICROS) this.#refuseGuessing(address)
    return this.#prove(hash, address)
  }

  #refuseGuessing(address: string): void {
    const waitSeconds = this.#throttle.waitSeconds(address)
    if (waitSeconds === undefined) return
    throw new ServiceError('throttled', 'Too many attempts with a wrong API key', {
      retry_after_seconds: waitSeconds,
    })
  }

  async #prove(hash: string, address: string): Promise<Caller> {
    const provenAt = this.#now()
    const holder = await this.#accounts.holder(hash)
    if (!holder || !sameHash(holder.key.hash, hash)) {
      this.#proofs.delete(hash)
      this.#throttle.fail(address)
      throw new ServiceError('unauthenticated', 'The API key is not valid')
    }
    const { key, user, memberships } = holder
    const caller = { user, memberships, scope: key.scope, project_id: key.project_id }
    this.#proofs.set(hash, { provenAt, caller })
    return caller
  }
}
