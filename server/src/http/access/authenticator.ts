import type { Caller } from '../../domain/accounts/access.ts'
import { type ApiKey, hasExpired, hashSecret, sameHash } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import type { Context, Proven, Secret } from '../../operations/operation.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import type { SignInTokens } from './sign-in-tokens.ts'
import { Throttle } from './throttle.ts'

type Accounts = Context['storage']['accounts']

/** How long a verified key or session is cached: a revoked one stops working within a second. */
const FRESH_MICROS = 1_000_000

/** The last use of a key is stored at most this often, not with every request. */
const USE_NOTED_EVERY_MICROS = 60_000_000

/** While its address is throttled, a key is still checked if it worked within this time. */
const RECENT_MICROS = 600_000_000

/** Keys of this length cannot be guessed; generated keys have 40 characters. */
const UNGUESSABLE_CHARS = 32

/** Far more than the keys and sessions used within a second. */
const PROOFS_MAX = 10_000

/** A verified key or session. Failed attempts are not cached, so guessing cannot fill the memory. */
interface Proof extends Proven {
  readonly provenAt: Micros
}

/** Authenticates keys and sessions. Caches valid ones briefly and throttles guessing. */
export class Authenticator {
  readonly #accounts: Accounts
  readonly #tokens: SignInTokens
  readonly #now: () => Micros
  readonly #throttle: Throttle
  readonly #proofs = new Map<string, Proof>()
  /** When the last use of each key was stored. */
  readonly #usesNoted = new Map<string, Micros>()

  constructor(accounts: Accounts, tokens: SignInTokens, now: () => Micros) {
    this.#accounts = accounts
    this.#tokens = tokens
    this.#now = now
    this.#throttle = new Throttle(now)
  }

  async callerOf(key: string, address: string): Promise<Caller> {
    return (await this.#holderOf(key, address)).caller
  }

  /** Not throttled: session ids cannot be guessed, and browsers keep sending expired ones. */
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
    if (key) this.#refuseExpired(key, hash, provenAt)
    return this.#remember(hash, provenAt, {
      caller: {
        user,
        memberships,
        scope: key?.scope ?? 'all',
        project_id: key?.project_id ?? null,
        key_expires_at: key?.expires_at ?? null,
      },
      key_id: session.key_id,
    }).caller
  }

  /** Removes a session from the cache. */
  forget(sessionId: string): void {
    this.#proofs.delete(hashSecret(sessionId))
  }

  async prove(secret: Secret, address: string): Promise<Proven> {
    // A session lasts far longer than the cache, so the key that opens one is always looked up.
    return 'key' in secret ? this.#holderOf(secret.key, address, 0) : this.#userOf(secret.token, address)
  }

  async #holderOf(key: string, address: string, freshMicros = FRESH_MICROS): Promise<Proof> {
    const hash = hashSecret(key)
    const proof = this.#proofs.get(hash)
    const age = proof ? this.#ageOf(proof) : Number.POSITIVE_INFINITY
    if (proof && age < freshMicros) return proof
    // A misbehaving client must not lock out others behind the same address, but short keys could be guessed.
    if (age > RECENT_MICROS && key.length < UNGUESSABLE_CHARS) this.#refuseGuessing(address)
    const provenAt = this.#now()
    const holder = await this.#accounts.holder(hash)
    if (!holder || !sameHash(holder.key.hash, hash)) {
      this.#proofs.delete(hash)
      throw this.#failed(address, 'The API key is not valid')
    }
    const { key: found, user, memberships } = holder
    this.#refuseExpired(found, hash, provenAt)
    return this.#remember(hash, provenAt, {
      caller: {
        user,
        memberships,
        scope: found.scope,
        project_id: found.project_id,
        key_expires_at: found.expires_at,
      },
      key_id: found.id,
    })
  }

  async #userOf(token: string, address: string): Promise<Proven> {
    const userId = this.#tokens.redeem(token)
    const users = userId === undefined ? [] : await this.#accounts.users()
    const user = users.find(({ id }) => id === userId)
    if (!user) throw this.#failed(address, 'The sign-in token was used already, or has expired')
    const memberships = await this.#accounts.memberships(user.id)
    const caller: Caller = { user, memberships, scope: 'all', project_id: null, key_expires_at: null }
    return { caller, key_id: null }
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

  #refuseExpired(key: ApiKey, hash: string, now: Micros): void {
    if (key.expires_at === null || !hasExpired(key, now)) return
    this.#proofs.delete(hash)
    throw new ServiceError('unauthenticated', `The API key expired at ${formatDateTime(key.expires_at)}`)
  }

  #noteUse(keyId: string, at: Micros): void {
    const notedAt = this.#usesNoted.get(keyId)
    // The clock may have been set back.
    if (notedAt !== undefined && notedAt <= at && at - notedAt < USE_NOTED_EVERY_MICROS) return
    setBounded(this.#usesNoted, keyId, at)
    // Requests neither wait for this nor fail with it: a full disk must not lock anyone out of reading.
    this.#accounts.putKeyUse({ key_id: keyId, last_used_at: at }).catch(() => {})
  }

  #remember(hash: string, provenAt: Micros, proven: Proven): Proof {
    const proof = { provenAt, ...proven }
    setBounded(this.#proofs, hash, proof)
    if (proof.key_id !== null) this.#noteUse(proof.key_id, provenAt)
    return proof
  }

  /** Infinite for a proof from the future: the clock was set back, so its age is unknown. */
  #ageOf({ provenAt }: Proof): Micros {
    const now = this.#now()
    return provenAt > now ? Number.POSITIVE_INFINITY : now - provenAt
  }
}

/** Removes the oldest entry of a full map: maps keep insertion order. */
function setBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  const oldest = map.size >= PROOFS_MAX ? map.keys().next() : undefined
  if (oldest && !oldest.done) map.delete(oldest.value)
  map.set(key, value)
}
