import { collectGarbageSoon } from './garbage.ts'

/** A prepared statement of the binding, as far as the cache is concerned. */
interface Entry<Native> {
  readonly native: Native
  /** Greater for statements that were used more recently. */
  usedAt: number
  isBusy: boolean
}

interface CacheLimits {
  readonly statementsMax: number
  /** Length of all cached SQL together. SQLite takes some twenty bytes for each character. */
  readonly charactersMax: number
  /** Longer texts are prepared anew each time. */
  readonly textCharactersMax: number
}

const LIMITS: CacheLimits = { statementsMax: 500, charactersMax: 1024 * 1024, textCharactersMax: 16 * 1024 }

/** The garbage collector runs once statements of this much SQL were dropped. */
const DROPPED_CHARACTERS_MAX = 256 * 1024

/**
 * The prepared statements of one connection, bounded by the length of their SQL; the least recently used leave first.
 *
 * Neither binding can finalize a statement: only the garbage collector does. It sees a few bytes of each where SQLite
 * holds megabytes, so it is run here once enough of them were dropped.
 */
export class StatementCache<Native> {
  readonly #prepare: (sql: string) => Native
  readonly #limits: CacheLimits
  readonly #entries = new Map<string, Entry<Native>>()
  #characters = 0
  #dropped = 0
  #clock = 0

  constructor(prepare: (sql: string) => Native, limits: CacheLimits = LIMITS) {
    this.#prepare = prepare
    this.#limits = limits
  }

  get size(): number {
    return this.#entries.size
  }

  /** Throws where the SQL is wrong, unless it is too long to be cached. */
  prepare(sql: string): void {
    this.#find(sql)
  }

  /** Runs `work` on the statement, which must not be kept. */
  use<T>(sql: string, work: (native: Native) => T): T {
    const entry = this.#find(sql)
    if (entry) return work(entry.native)
    const native = this.#prepare(sql)
    try {
      return work(native)
    } finally {
      this.#noteDropped(sql)
    }
  }

  /**
   * Walks over rows of a statement that nobody else uses meanwhile. After a walk that is left early or fails the statement
   * cannot be trusted and is dropped.
   */
  *walk<T>(sql: string, rowsOf: (native: Native) => Iterable<T>): Generator<T> {
    const entry = this.#find(sql)
    if (entry) entry.isBusy = true
    let isComplete = false
    try {
      yield* rowsOf(entry?.native ?? this.#prepare(sql))
      isComplete = true
    } finally {
      if (!entry) this.#noteDropped(sql)
      else if (isComplete) entry.isBusy = false
      else this.#drop(sql)
    }
  }

  /** Prepares the statement where it may be cached and is not. Undefined for long texts, and while a walk uses it. */
  #find(sql: string): Entry<Native> | undefined {
    const known = this.#entries.get(sql)
    if (known) {
      known.usedAt = ++this.#clock
      return known.isBusy ? undefined : known
    }
    if (sql.length > this.#limits.textCharactersMax) return undefined
    const entry = { native: this.#prepare(sql), usedAt: ++this.#clock, isBusy: false }
    this.#entries.set(sql, entry)
    this.#characters += sql.length
    this.#makeRoom(sql)
    return entry
  }

  #makeRoom(newest: string): void {
    const { statementsMax, charactersMax } = this.#limits
    while (this.#entries.size > statementsMax || this.#characters > charactersMax) {
      const oldest = this.#leastRecentlyUsed(newest)
      if (oldest === undefined) return
      this.#drop(oldest)
    }
  }

  #leastRecentlyUsed(except: string): string | undefined {
    let found: string | undefined
    let usedAt = Number.POSITIVE_INFINITY
    for (const [sql, entry] of this.#entries) {
      if (entry.isBusy || entry.usedAt >= usedAt || sql === except) continue
      found = sql
      usedAt = entry.usedAt
    }
    return found
  }

  #drop(sql: string): void {
    if (!this.#entries.delete(sql)) return
    this.#characters -= sql.length
    this.#noteDropped(sql)
  }

  #noteDropped(sql: string): void {
    this.#dropped += sql.length
    if (this.#dropped < DROPPED_CHARACTERS_MAX) return
    this.#dropped = 0
    collectGarbageSoon()
  }
}
