import type { Storage } from '../../storage/port.ts'

/** One call of a storage method, made for a request. */
export interface LoggedQuery {
  /** The store and its method, such as `calls.find`. */
  readonly name: string
  /** On the clock of `performance.now()`. */
  readonly startedAt: number
  readonly ms: number
  /** Null for results that are not rows. */
  readonly rows: number | null
  readonly failed: boolean
}

/** Streaming a large project takes thousands of reads; the first ones and the totals are enough to diagnose it. */
const QUERIES_MAX = 100

/** The storage queries of a request, and how long they took. */
export class QueryLog {
  /** The first `QUERIES_MAX`, in the order in which they ended. */
  readonly queries: LoggedQuery[] = []
  #total = 0
  #rows = 0

  get total(): number {
    return this.#total
  }

  /** Rows of all queries. */
  get rows(): number {
    return this.#rows
  }

  /** Wraps a storage so that its queries are logged here. */
  observe(storage: Storage): Storage {
    return new Proxy(storage, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member === 'function') return member.bind(target)
        const isStore = typeof member === 'object' && member !== null && typeof name === 'string'
        return isStore ? this.#observeStore(member, name) : member
      },
    })
  }

  #observeStore(store: object, storeName: string): object {
    return new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          const startedAt = performance.now()
          const result: unknown = Reflect.apply(member, target, args)
          // Methods that return no promise do no I/O.
          return result instanceof Promise
            ? this.#log(`${storeName}.${String(name)}`, startedAt, result)
            : result
        }
      },
    })
  }

  async #log<Result>(name: string, startedAt: number, result: Promise<Result>): Promise<Result> {
    let rows: number | null = null
    let failed = true
    try {
      const value = await result
      rows = rowCount(value)
      failed = false
      return value
    } finally {
      this.#total++
      this.#rows += rows ?? 0
      if (this.queries.length < QUERIES_MAX)
        this.queries.push({ name, startedAt, ms: performance.now() - startedAt, rows, failed })
    }
  }
}

/** Results of the storage are rows, a page with rows or ids, or one value. */
function rowCount(result: unknown): number | null {
  if (Array.isArray(result)) return result.length
  if (result instanceof Map) return result.size
  if (typeof result !== 'object' || result === null) return null
  if ('page' in result) return rowCount(result.page)
  if ('rows' in result) return rowCount(result.rows)
  return 'ids' in result ? rowCount(result.ids) : null
}
