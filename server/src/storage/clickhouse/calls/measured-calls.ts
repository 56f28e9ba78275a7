import type { CallStatsQuery } from '../../../domain/calls/stats.ts'
import { apply, UNKNOWN } from '../../../query/build.ts'
import { compileCondition, compileValue } from '../../../query/compile.ts'
import type { Expression } from '../../../query/expression.ts'
import { aliasesIn, type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { named } from '../../port/selects.ts'
import { callStatsSelect, groupValue } from '../../port/stats-selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import { conditionsOf, isInSql, type Searched } from './call-conditions.ts'
import type { VisibleRecord } from './call-records.ts'
import type { CallSearches } from './call-search.ts'
import { allOf, isSqlCondition } from './call-table.ts'

const MEASURED_COLUMNS = [
  'trace_id',
  'parent_id',
  'started_at',
  'ended_at',
  'failed',
  'is_span',
  'usage',
  'has_usage',
] as const

/** What statistics measure of a call. */
export type Measured = VisibleRecord<(typeof MEASURED_COLUMNS)[number]> & { readonly group: string | null }
type MeasuredRow = Measured['start'] & Pick<Measured, 'id' | 'group'>

/** Which calls of a search to read. */
interface Portion {
  /** Those that report usage. */
  readonly withUsage?: boolean
  /** A condition on `id`. */
  readonly restriction?: Fragment | undefined
}

/** Reads calls for statistics of them, in narrow columns. */
export class MeasuredReads {
  readonly #clickhouse: ClickHouse
  readonly #searches: CallSearches

  constructor(clickhouse: ClickHouse, searches: CallSearches) {
    this.#clickhouse = clickhouse
    this.#searches = searches
  }

  /** The calls of a search with their groups. */
  async *calls(
    group: Expression,
    search: Searched,
    { withUsage = false, restriction }: Portion,
    options: QueryOptions,
  ): AsyncGenerator<readonly Measured[]> {
    if (isInSql({ where: conditionsOf(search) }) && isValueInSql(group)) {
      yield await this.#callsInSql(group, search, { withUsage, restriction }, options)
      return
    }
    const reporting = sql`id in (select id from call_parts
      where project_id = ${search.project_id} and part = 'end' and usage <> '')`
    const restrictions = [...(restriction ? [restriction] : []), ...(withUsage ? [reporting] : [])]
    const wanted = restrictions.length === 0 ? undefined : allOf(restrictions)
    const found = this.#searches.evaluatedCalls(search, MEASURED_COLUMNS, group, wanted, options)
    for await (const calls of found)
      yield calls.map(({ call, value }) => ({ ...call, group: value === null ? null : String(value) }))
  }

  /** The same if ClickHouse answers all conditions: a row per call, with narrow columns only. */
  async #callsInSql(
    group: Expression,
    search: Searched,
    { withUsage, restriction }: Portion,
    options: QueryOptions,
  ): Promise<Measured[]> {
    const where = conditionsOf(search)
    const columns = [named('group', group)]
    const { table, from } = await this.#searches.plan(search, { where, columns }, options, restriction)
    const conditions = where.map((condition) => compileCondition(condition, table))
    if (withUsage) conditions.push(trusted("c.usage <> ''"))
    const value = compileValue(group, table)
    const names = new Set([...MEASURED_COLUMNS, ...aliasesIn(value, ...conditions)])
    const selected = trusted(['id', ...MEASURED_COLUMNS].map((name) => `c.${name} as ${name}`).join(', '))
    const rows = await this.#clickhouse.query<MeasuredRow>(
      sql`select ${selected}, ${value} as "group" from ${from(names)} where ${allOf(conditions)}`,
      options,
    )
    return rows.map(({ id, group: found, ...row }) => ({ id, group: found, start: row, end: row }))
  }
}

/** The group of a call by itself. Models are those of its usage. */
export const ownGroup = (query: CallStatsQuery): Expression =>
  query.group_by === 'model' ? UNKNOWN : groupValue(query)

export const isValueInSql = (value: Expression): boolean => isSqlCondition(apply('set', value))

/** The calls of a query in its range, by another filter. */
export const searchOf = (query: CallStatsQuery, filter: CallStatsQuery['filter']): Searched => ({
  project_id: query.project_id,
  filter,
  condition: apply('and', ...callStatsSelect({ ...query, group_by: UNKNOWN, filter }).where),
})
