import type { Caller } from '../domain/accounts/access.ts'
import { hashSecret, sameHash } from '../domain/accounts/account.ts'
import { ServiceError } from '../errors.ts'
import type { Context, Proven, Secret } from '../operations/operation.ts'
import type { Micros } from '../time.ts'
import type { SignInTokens } from './sign-in-tokens.ts'
import { Throttle } from './throttle.ts'

type Accounts = Context['storage']['accounts']

/** How long an answer about a key or a session is believed: a revoked one stops working within a second. */
const FRESH_MICROS = 1_000_000

/** How long a key that worked is let through to the check while its address is throttled. */
const LATELY_MICROS = 600_000_000

/** Too long to be guessed: the keys this server makes have 40 characters. */
const UNGUESSABLE_CHARS = 32

/** Far more keys and sessions than are used within a second. */
const PROOFS_MAX = 10_000

/** What worked, and when. What is wrong leaves no trace here, so guessing cannot fill the memory. */
interface Proof extends Proven {
  readonly provenAt: Micros
}

/** Tells who holds a key or a session. Remembers good ones for a moment and slows down those who guess. */
export class Authenticator {
  readonly #accounts: Accounts
  readonly #tokens: SignInTokens
  readonly #now: () => Micros
  readonly #throttle: Throttle
  readonly #proofs = new Map<string, Proof>()

  constructor(accounts: Accounts, tokens: SignInTokens, now: () => Micros) {
    this.#accounts = accounts
    this.#tokens = tokens
    this.#now = now
    this.#throttle = new Throttle(now)
  }

  async callerOf(key: string, address: string): Promise<Caller> {
    return (await this.#holderOf(key, address)).caller
  }

  /** Sessions are not guessed, and browsers go on asking with one that has ended: nobody is slowed down. */
  async callerOfSession(id: string): Promise<Caller> {
    const hash = hashSecret(id)
    const proof = this.#proofs.get(hash)
    if (proof && this.#ageOf(proof) < FRESH_MICROS) return proof.caller
    const provenAt = this.#now()
    const holder = await this.#accounts.session(hash)
    if (!holder || holder.session.expires_at <= provenAt) {
      this.#proofs.delete(hash)
      throw new ServiceError('unauthenticated', 'The session has ended: sign in again')
    }
    const { user, memberships, key, session } = holder
    return this.#remember(hash, provenAt, {
      caller: { user, memberships, scope: key?.scope ?? 'all', project_id: key?.project_id ?? null },
      key_id: session.key_id,
    }).caller
  }

  /** What the session was is not believed any longer. */
  forget(sessionId: string): void {
    this.#proofs.delete(hashSecret(sessionId))
  }

  async prove(secret: Secret, address: string): Promise<Proven> {
    // A session outlives this moment by far, so what opens one is looked up anew.
    return 'key' in secret ? this.#holderOf(secret.key, address, 0) : this.#userOf(secret.token, address)
  }

  async #holderOf(key: string, address: string, freshMicros = FRESH_MICROS): Promise<Proof> {
    const hash = hashSecret(key)
    const proof = this.#proofs.get(hash)
    const age = proof ? this.#ageOf(proof) : Number.POSITIVE_INFINITY
    if (proof && age < freshMicros) return proof
    // Good clients are not locked out by a bad one behind the same address, but short keys could be guessed.
    if (age > LATELY_MICROS && key.length < UNGUESSABLE_CHARS) this.#refuseGuessing(address)
    const provenAt = this.#now()
    const holder = await this.#accounts.holder(hash)
    if (!holder || !sameHash(holder.key.hash, hash)) {
      this.#proofs.delete(hash)
      throw this.#failed(address, 'The API key is not valid')
    }
    const { key: found, user, memberships } = holder
    return this.#remember(hash, provenAt, {
      caller: { user, memberships, scope: found.scope, project_id: found.project_id },
      key_id: found.id,
    })
  }

  async #userOf(token: string, address: string): Promise<Proven> {
    const userId = this.#tokens.redeem(token)
    const users = userId === undefined ? [] : await this.#accounts.users()
    const user = users.find(({ id }) => id === userId)
    if (!user) throw this.#failed(address, 'The sign-in token was used already, or has expired')
    const memberships = await this.#accounts.memberships(user.id)
    return { caller: { user, memberships, scope: 'all', project_id: null }, key_id: null }
  }

  #refuseGuessing(address: string): void {
    const waitSeconds = this.#throttle.waitSeconds(address)
    if (waitSeconds === undefined) return
    throw new ServiceError('throttled', 'Too many attempts with a wrong API key', {
      retry_after_seconds: waitSeconds,
    })
  }

  #failed(address: string, message: string): ServiceError {
    this.#refuseGuessing(address)
    this.#throttle.fail(address)
    return new ServiceError('unauthenticated', message)
  }

  #remember(hash: string, provenAt: Micros, proven: Proven): Proof {
    const proof = { provenAt, ...proven }
    // A Map keeps its order, so the first is the one that was proven longest ago.
    this.#proofs.delete(hash)
    const oldest = this.#proofs.size >= PROOFS_MAX ? this.#proofs.keys().next() : undefined
    if (oldest && !oldest.done) this.#proofs.delete(oldest.value)
    this.#proofs.set(hash, proof)
    return proof
  }

  /** A proof from the future was made before the clock was set back: nobody knows how old it is. */
  #ageOf({ provenAt }: Proof): Micros {
    const now = this.#now()
    return provenAt > now ? Number.POSITIVE_INFINITY : now - provenAt
  }
}
