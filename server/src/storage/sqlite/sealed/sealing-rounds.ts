import type { Sealer } from './sealer.ts'

/** How long after its arrival a call is sealed, unless the configuration says so: the rest of its trace should be there. */
export const SEAL_AFTER_MS = 5_000
/** A project waits until it has so many calls: columns and blocks of a few cost more than they save. */
const CALLS_MIN = 256
const ROUND_MS_MAX = 1_000

/** Rounds that found nothing to do take at most this part of the time: they look at all calls that are not sealed. */
const SHARE_OF_TIME = 1 / 20
/** Free pages that are returned in one transaction, and how many transactions in one round. Fewer are kept for the next calls. */
const PAGES = 256
const RECLAIMS_PER_ROUND = 32

/** Seals in rounds: what rests is sealed, then worn segments are rewritten, then space is returned. */
export class SealingRounds {
  readonly #sealer: Sealer
  readonly #restMs: number
  readonly #roundMs: number
  readonly #checkpoint: () => void
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #running: Promise<unknown> = Promise.resolve()
  /** The newest call when each of the last rounds began. */
  readonly #arrivals: { readonly at: number; readonly rid: number }[] = []
  #sealedUpTo = { rid: 0, change: 0 }
  /** Whether the last round found nothing to do, and nothing becomes due later. False while something is done. */
  #foundNothing = false
  /** When a round last found something to seal, or something that was written. */
  #busyAt = performance.now()

  /** `checkpoint` has the writer thread write everything into the database file. */
  constructor(sealer: Sealer, restMs: number, checkpoint: () => void) {
    this.#sealer = sealer
    this.#restMs = restMs
    this.#roundMs = Math.min(ROUND_MS_MAX, restMs)
    this.#checkpoint = checkpoint
    this.#plan(this.#roundMs)
  }

  /** Whether there will be nothing to do before something is written. */
  get isIdle(): boolean {
    const { rid, change } = this.#sealedUpTo
    return this.#foundNothing && rid === this.#sealer.newestRid && change === this.#sealer.newestChange
  }

  /** Seals every call that has ended, however few or new, and rewrites every segment that lost some. */
  sealAll(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#sealer.seal(this.#sealer.newestRid, 1)
      while (!this.#isStopped && (await this.#sealer.compact()));
    })
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #plan(ms: number): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      void this.#inTurn(() => this.#timedRound()).then((pauseMs) => this.#plan(pauseMs))
    }, ms)
  }

  /** Returns how long the next round should wait. */
  async #timedRound(): Promise<number> {
    const startedAt = performance.now()
    const isBusy = await this.#round().catch((error: unknown) => {
      console.error('Calls could not be sealed, which will be tried again:', error)
      return false
    })
    const took = performance.now() - startedAt
    return isBusy ? this.#roundMs : Math.max(this.#roundMs, took / SHARE_OF_TIME)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#running.then(() => {
      this.#foundNothing = false
      return work()
    })
    this.#running = done.catch(() => {})
    return done
  }

  /** Returns whether there was something to do. */
  async #round(): Promise<boolean> {
    const isQuiet = performance.now() - this.#busyAt >= this.#restMs
    const isBusy = await this.#work(isQuiet)
    // One that is not quiet leaves some free pages to a later one.
    this.#foundNothing = isQuiet && !isBusy
    return isBusy
  }

  async #work(isQuiet: boolean): Promise<boolean> {
    const rid = this.#rested()
    const change = this.#sealer.newestChange
    if (rid !== this.#sealedUpTo.rid || change !== this.#sealedUpTo.change) {
      this.#busyAt = performance.now()
      const sealed = await this.#sealer.seal(rid, CALLS_MIN)
      this.#sealedUpTo = { rid, change }
      if (sealed > 0) {
        await this.#sealer.compact()
        return true
      }
    }
    return (await this.#sealer.compact()) || this.#reclaim(isQuiet)
  }

  async #reclaim(isQuiet: boolean): Promise<boolean> {
    const pagesMin = isQuiet ? 1 : PAGES
    for (let done = 0; done < RECLAIMS_PER_ROUND && !this.#isStopped; done++) {
      if (await this.#sealer.reclaim(PAGES, pagesMin)) continue
      if (done > 0) this.#checkpoint()
      return done > 0
    }
    return true
  }

  /** The newest call that has rested. */
  #rested(): number {
    const now = performance.now()
    this.#arrivals.push({ at: now, rid: this.#sealer.newestRid })
    let rested = this.#sealedUpTo.rid
    while (this.#arrivals[0] && now - this.#arrivals[0].at >= this.#restMs) {
      rested = this.#arrivals.shift()?.rid ?? rested
    }
    return rested
  }
}
