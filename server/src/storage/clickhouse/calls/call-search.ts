import { ServiceError } from '../../../errors.ts'
import { compileCondition } from '../../../query/compile.ts'
import type { Expression } from '../../../query/expression.ts'
import { aliasesIn, type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { compileSelect, fieldsOf, type Select } from '../../../query/select.ts'
import { compareTexts, type LiteralValue } from '../../../query/values.ts'
import type { CallPosition, CallSearch } from '../../port/calls.ts'
import { named } from '../../port/selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import {
  among,
  amongFew,
  conditionsOf,
  directionOf,
  headConditions,
  isInSql,
  isOneOfIds,
  prefilters,
  type Searched,
  selectOf,
} from './call-conditions.ts'
import { SearchCosts } from './call-costs.ts'
import {
  CallEvaluator,
  compareMatches,
  type Evaluated,
  type Match,
  type RelatedStores,
} from './call-evaluator.ts'
import type { CallFamilies } from './call-family.ts'
import { currentAt, matchesAt } from './call-head-matches.ts'
import { type Head, isByHeads, readHeads } from './call-heads.ts'
import { startPrefilter } from './call-prefilter.ts'
import { callRecords, chunksOf, type PartColumn, type VisibleRecord } from './call-records.ts'
import { findStarts, type StartSearch, startConditions } from './call-starts.ts'
import { allOf, callPlan, isHeadCondition, isSqlCondition } from './call-table.ts'
import type { SmallProjects } from './small-projects.ts'

/** In a search by start, heads provide the order: a page of up to this many calls is found by scanning them. */
const WALKED_MAX = 10_000
const HEADS_PER_READ_MIN = 64
const HEADS_PER_READ_MAX = 20_000
/** Matches kept beyond a page before they are sorted and dropped. */
const SPARE_MATCHES = 1_000
/** Matches of one search that the server holds to sort them. */
const MATCHES_MAX = 2_000_000

/**
 * Finds calls. `call_heads` finds candidates by the columns of their start, `call_parts` is authoritative. SQL answers the
 * conditions that it can answer exactly, and the evaluator all others.
 */
export class CallSearches {
  readonly #clickhouse: ClickHouse
  readonly #families: CallFamilies
  readonly #stores: RelatedStores
  readonly #small: SmallProjects

  constructor(clickhouse: ClickHouse, families: CallFamilies, stores: RelatedStores, small: SmallProjects) {
    this.#clickhouse = clickhouse
    this.#families = families
    this.#stores = stores
    this.#small = small
  }

  async find(search: CallSearch, options: QueryOptions): Promise<CallPosition[]> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = search
    if (limit === 0) return []
    const select = selectOf(search)
    if (isByHeads(search) && offset + limit <= WALKED_MAX) {
      const starts = await this.#fewStarts(search, select.where, options)
      if (!starts) return this.#walk(search, select, options)
      const walk = { direction: directionOf(search), after: search.after, limit: offset + limit }
      const settings = await this.#small.optionsFor(search.project_id, options)
      return (await findStarts(this.#clickhouse, starts, walk, settings)).slice(offset)
    }
    if (isInSql(select)) {
      const plan = await this.plan(search, select, options)
      return this.#clickhouse.query<CallPosition>(compileSelect(select, plan), options)
    }
    return this.#findEvaluated(search, select, options)
  }

  /** How SQL reads the calls of a search that meet `restriction`, a condition on `id`. */
  async plan(
    search: Searched,
    select: Pick<Select, 'columns' | 'where' | 'sort'>,
    options: QueryOptions,
    restriction?: Fragment,
  ) {
    const candidates = bothOf(restriction, amongFew(search))
    const failedBelow = await this.#failedBelow(search.project_id, select, candidates, options)
    return callPlan(search.project_id, candidates ?? trusted('1'), failedBelow)
  }

  /** The matching calls that meet `restriction`, a condition on `id`; in no order, a chunk at a time. */
  async *evaluated(
    search: Searched,
    select: Pick<Select, 'where' | 'sort' | 'ties'>,
    options: QueryOptions,
    restriction = trusted('1'),
  ): AsyncGenerator<Match[]> {
    const evaluator = await this.#evaluator(search.project_id, select, amongFew(search), options)
    const where = sql`${restriction} and ${await this.#candidates(search, select, options)}`
    const { columns, leaves } = evaluator
    const records = callRecords(this.#clickhouse, search.project_id, where, columns, { ...options, leaves })
    for await (const calls of chunksOf(records)) yield await evaluator.matches(calls)
  }

  /** The same calls themselves, each with a value of it. */
  async *evaluatedCalls<Column extends PartColumn>(
    search: Searched,
    columns: readonly Column[],
    value: Expression,
    restriction: Fragment | undefined,
    options: QueryOptions,
  ): AsyncGenerator<{ readonly call: VisibleRecord<Column>; readonly value: LiteralValue }[]> {
    const select = { columns: [named('value', value)], where: conditionsOf(search) }
    const evaluator = await this.#evaluator(
      search.project_id,
      select,
      bothOf(restriction, amongFew(search)),
      options,
    )
    const where = bothOf(restriction, await this.#candidates(search, select, options))
    const read = [...new Set<PartColumn>([...evaluator.columns, ...columns])]
    const { leaves } = evaluator
    const records = callRecords(this.#clickhouse, search.project_id, where, read, { ...options, leaves })
    for await (const calls of chunksOf(records)) {
      const matches = new Map(
        (await evaluator.matches(calls)).map(({ id, values }) => [id, values[0] ?? null]),
      )
      yield calls.flatMap((call) => {
        const found = matches.get(call.id)
        return found === undefined ? [] : [{ call, value: found }]
      })
    }
  }

  async #findEvaluated(search: CallSearch, select: Select, options: QueryOptions): Promise<CallPosition[]> {
    const { limit = Number.POSITIVE_INFINITY, offset = 0, after } = search
    const direction = directionOf(search)
    const wanted = offset + limit
    let found: Match[] = []
    for await (const matches of this.evaluated(search, select, options)) {
      found.push(...(after ? matches.filter((match) => comesAfter(match, after, direction)) : matches))
      if (found.length > 2 * wanted + SPARE_MATCHES) found = found.sort(compareMatches).slice(0, wanted)
      if (found.length > MATCHES_MAX) throw tooMany()
    }
    return found.sort(compareMatches).slice(offset, wanted).map(positionOf)
  }

  /** Scans heads in the order of the search until the page is full. */
  async #walk(search: CallSearch, select: Select, options: QueryOptions): Promise<CallPosition[]> {
    const { limit = 0, offset = 0, project_id } = search
    const direction = directionOf(search)
    const isDecided = select.where.every(isHeadCondition)
    const found: CallPosition[] = []
    let { after } = search
    let size = Math.min(HEADS_PER_READ_MAX, offset + limit + HEADS_PER_READ_MIN)
    let narrowed: readonly Fragment[] = []
    let evaluator: CallEvaluator | undefined
    for (;;) {
      const walk = { after, direction, limit: size }
      const heads = await readHeads(this.#clickhouse, { search, narrowed, walk }, options)
      // Most pages are full after one scan, which need not know what else has failed in the project.
      const evaluated = evaluator ?? (await this.#evaluator(project_id, select, isOneOfHeads(heads), options))
      const matches = isDecided
        ? await currentAt(this.#clickhouse, project_id, heads, options)
        : await matchesAt(this.#clickhouse, project_id, heads, evaluated, options)
      for (const match of matches) {
        found.push(match)
        if (found.length === offset + limit) return found.slice(offset)
      }
      if (heads.length < size) return found.slice(offset)
      after = heads.at(-1)
      const starts = await this.startSearch(search, select.where, options)
      if (starts) {
        const rest = { direction, after, limit: offset + limit - found.length }
        return [...found, ...(await findStarts(this.#clickhouse, starts, rest, options))].slice(offset)
      }
      // Few heads match, so the next scan reads more.
      size = Math.min(HEADS_PER_READ_MAX, size * 4)
      narrowed = prefilters(project_id, select.where)
      evaluator ??= await this.#evaluator(project_id, select, amongFew(search), options)
    }
  }

  /** A search by starts, if they are so few that reading all of them takes less time than a look at the newest ones first. */
  async #fewStarts(
    search: CallSearch,
    where: readonly Expression[],
    options: QueryOptions,
  ): Promise<StartSearch | undefined> {
    if (!startConditions(where)?.some((condition) => startPrefilter(search.project_id, condition)))
      return undefined
    const isSmall = await this.#small.has(search.project_id, options)
    return isSmall ? this.startSearch(search, where, options) : undefined
  }

  /** Undefined if the search needs more than `startConditions`. */
  async startSearch(
    search: Searched,
    where: readonly Expression[],
    options: QueryOptions,
  ): Promise<StartSearch | undefined> {
    const conditions = startConditions(where)
    if (!conditions) return undefined
    const { project_id } = search
    const evaluator = await this.#evaluator(project_id, { where: conditions }, amongFew(search), options)
    const decided = await this.#decided(search, where, options)
    return {
      project_id,
      evaluator,
      conditions,
      among: decided,
      columns: headConditions(conditionsOf(search)),
    }
  }

  /** For the calls that `candidates` selects, a condition on `id`, or for all. */
  async #evaluator(
    projectId: string,
    select: Evaluated,
    candidates: Fragment | undefined,
    options: QueryOptions,
  ) {
    const failedBelow = await this.#failedBelow(projectId, select, candidates, options)
    return new CallEvaluator(projectId, select, {
      stores: this.#stores,
      failedBelow,
      costs: new SearchCosts(projectId, { families: this.#families, prices: this.#stores.prices }, options),
      readAgain: (ids, columns) =>
        chunksOf(callRecords(this.#clickhouse, projectId, isOneOfIds(ids), columns, options)),
    })
  }

  /** The calls to evaluate, as a condition on `id`: those that SQL does not rule out. */
  async #candidates(search: Searched, { where }: Pick<Select, 'where'>, options: QueryOptions) {
    return allOf([await this.#decided(search, where, options), ...prefilters(search.project_id, where)])
  }

  /** The calls that meet all conditions that SQL answers exactly. */
  async #decided(search: Searched, where: readonly Expression[], options: QueryOptions): Promise<Fragment> {
    const decided = where.filter((condition) => isSqlCondition(condition) && !isHeadCondition(condition))
    if (decided.length === 0) return among(search)
    const plan = await this.plan(search, { where: decided }, options)
    const conditions = decided.map((condition) => compileCondition(condition, plan.table))
    return sql`${among(search)} and id in (select c.id from ${plan.from(aliasesIn(...conditions))} where ${allOf(conditions)})`
  }

  async #failedBelow(
    projectId: string,
    select: Evaluated,
    candidates: Fragment | undefined,
    options: QueryOptions,
  ) {
    const isRead = fieldsOf(select).some(
      (field) => field.kind === 'column' && field.name === 'descendant_failed',
    )
    return isRead ? this.#families.failedBelow(projectId, candidates, options) : new Set<string>()
  }
}

function comesAfter(match: Match, after: CallPosition, direction: 'asc' | 'desc'): boolean {
  const order = match.started_at - after.started_at || compareTexts(match.id, after.id)
  return direction === 'asc' ? order > 0 : order < 0
}

const isOneOfHeads = (heads: readonly Head[]): Fragment =>
  heads.length === 0 ? trusted('0') : isOneOfIds(heads.map(({ id }) => id))

function bothOf(one: Fragment | undefined, other: Fragment): Fragment
function bothOf(one: Fragment | undefined, other: Fragment | undefined): Fragment | undefined
function bothOf(one: Fragment | undefined, other: Fragment | undefined) {
  return one && other ? sql`${one} and ${other}` : (one ?? other)
}

const positionOf = ({ id, started_at }: Match): CallPosition => ({ id, started_at })

const tooMany = () =>
  new ServiceError(
    'too_large',
    `over ${MATCHES_MAX} calls match, too many to sort: use a limit or a narrower filter`,
  )
