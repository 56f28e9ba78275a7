import type { Expression } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { compileCount, compileSelect } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSizeSelect } from '../../port/selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { among, conditionsOf, headConditions, isInSql, type Searched } from './call-conditions.ts'
import type { CallSearches } from './call-search.ts'
import { countStarts } from './call-starts.ts'
import { hasHeadIndex, isHeadCondition } from './call-table.ts'
import type { SmallProjects } from './small-projects.ts'
import { Tombstones, visibleStarts } from './tombstones.ts'

/** Counts the calls of a search, and their bytes. */
export class CallCounts {
  readonly #clickhouse: ClickHouse
  readonly #searches: CallSearches
  readonly #small: SmallProjects
  readonly #tombstones = new Tombstones()

  constructor(clickhouse: ClickHouse, searches: CallSearches, small: SmallProjects) {
    this.#clickhouse = clickhouse
    this.#searches = searches
    this.#small = small
  }

  async count(search: CallSearch, atMost: number | undefined, given: QueryOptions): Promise<number> {
    const options = await this.#small.optionsFor(search.project_id, given)
    const select = { where: conditionsOf(search) }
    if (select.where.every(isHeadCondition)) return this.#countHeads(search, select.where, options, atMost)
    if (isInSql(select)) {
      const statement = compileCount(select, await this.#searches.plan(search, select, options), atMost)
      const [row] = await this.#clickhouse.query<{ n: number }>(statement, options)
      return row?.n ?? 0
    }
    const starts = await this.#searches.startSearch(search, select.where, options)
    const countUnknown = (restriction: Fragment) => this.#countEvaluated(search, restriction, options, atMost)
    const aids = { tombstones: this.#tombstones, countUnknown }
    const counted = starts && (await countStarts(this.#clickhouse, starts, aids, options))
    const count = counted ?? (await countUnknown(trusted('1')))
    return atMost === undefined ? count : Math.min(count, atMost)
  }

  async size(search: CallSearch, options: QueryOptions): Promise<number> {
    const select = { ...callSizeSelect(search), where: conditionsOf(search) }
    if (isInSql(select)) {
      const statement = compileSelect(select, await this.#searches.plan(search, select, options))
      const [row] = await this.#clickhouse.query<{ n: number }>(statement, options)
      return row?.n ?? 0
    }
    let bytes = 0
    for await (const matches of this.#searches.evaluated(search, { where: select.where }, options)) {
      for (const { size_bytes } of matches) bytes += size_bytes
    }
    return bytes
  }

  /** By columns of the start. Heads find the candidates where they have an index; the rows of starts have the same columns. */
  async #countHeads(
    search: Searched,
    where: readonly Expression[],
    options: QueryOptions,
    atMost: number | undefined,
  ): Promise<number> {
    const starts = {
      project_id: search.project_id,
      among: where.some(hasHeadIndex) ? among(search) : trusted('1'),
      where: headConditions(where),
    }
    const [group] =
      atMost === undefined
        ? await this.#tombstones.visibleGroups(starts, (from) =>
            this.#clickhouse.query<{ part: 'start' | 'delete'; n: number }>(
              sql`select part, count() as n ${from} group by part`,
              options,
            ),
          )
        : await this.#clickhouse.query<{ n: number }>(
            sql`select count() as n from (select id ${visibleStarts(starts)} limit ${BigInt(atMost)})`,
            options,
          )
    return group?.n ?? 0
  }

  /** Stops at `atMost`. */
  async #countEvaluated(
    search: Searched,
    restriction: Fragment,
    options: QueryOptions,
    atMost = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    let count = 0
    const select = { where: conditionsOf(search) }
    for await (const matches of this.#searches.evaluated(search, select, options, restriction)) {
      count += matches.length
      if (count >= atMost) break
    }
    return count
  }
}
