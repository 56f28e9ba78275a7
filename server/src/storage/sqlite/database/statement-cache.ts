import { collectGarbageSoon } from './garbage.ts'

/** A cached prepared statement. */
interface Entry<Native> {
  readonly native: Native
  /** Greater for statements that were used more recently. */
  usedAt: number
  isBusy: boolean
}

interface CacheLimits {
  readonly statementsMax: number
  /** Total length of cached SQL. SQLite uses about twenty bytes per character. */
  readonly charactersMax: number
  /** Longer statements are not cached. */
  readonly textCharactersMax: number
}

const LIMITS: CacheLimits = { statementsMax: 500, charactersMax: 1024 * 1024, textCharactersMax: 16 * 1024 }

/** The garbage collector is run after statements with this much SQL were evicted. */
const DROPPED_CHARACTERS_MAX = 256 * 1024

/**
 * LRU cache of the prepared statements of one connection, bounded by the length of their SQL.
 *
 * Neither binding can finalize a statement; only the garbage collector does. It sees a few bytes where SQLite holds
 * megabytes, so it is run explicitly after enough evictions.
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

  /** Throws if the SQL is invalid, unless it is too long to be cached. */
  prepare(sql: string): void {
    this.#find(sql)
  }

  /** Runs `work` with the statement, which it must not keep. */
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
   * Iterates over the rows of a statement, with exclusive use of it. A statement whose iteration fails or stops early is
   * in an unknown state and is evicted.
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

  /** Returns the cached statement, preparing it if needed. Undefined if the SQL is too long or the statement is in use. */
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
