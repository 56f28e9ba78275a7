import { monotonicMicros } from '../../../clock.ts'
import { sql } from '../../../query/fragment.ts'
import { MICROS_PER_SECOND } from '../../../time.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'

/** The newest calls are in as many granules, if their ids are random, as this many calls take. */
const CALLS_MAX = 30_000
const KNOWN_MICROS = 60 * MICROS_PER_SECOND
const KNOWN_MAX = 10_000

/**
 * Knows which projects have so few calls that reading all of them is the fastest way to find some. Remembered for a minute: it decides
 * how calls are read, not which.
 */
export class SmallProjects {
  readonly #clickhouse: ClickHouse
  readonly #known = new Map<string, { readonly isSmall: boolean; readonly askedAt: number }>()

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse
  }

  async has(projectId: string, options: QueryOptions): Promise<boolean> {
    const known = this.#known.get(projectId)
    const askedAt = monotonicMicros()
    if (known && askedAt - known.askedAt < KNOWN_MICROS) return known.isSmall
    const limit = BigInt(CALLS_MAX + 1)
    const [row] = await this.#clickhouse.query<{ n: number }>(
      sql`select count() as n from (select 1 from call_heads where project_id = ${projectId} limit ${limit})`,
      options,
    )
    const isSmall = row !== undefined && row.n <= CALLS_MAX
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(projectId, { isSmall, askedAt })
    return isSmall
  }

  /** The same options, with the settings for reading all calls if the project is small. */
  async optionsFor(projectId: string, options: QueryOptions): Promise<QueryOptions> {
    const isSmall = await this.has(projectId, options)
    return isSmall ? { ...options, settings: { ...options.settings, ...FOR_FEW } } : options
  }
}

/** Threads of `final` share the granules between their ranges, and each decompresses them: of few calls, most. */
const FOR_FEW = { max_final_threads: 1 }
