import { filterConditions } from '../../../domain/calls/filter.ts'
import { conjunctsOf } from '../../../query/build.ts'
import { type Fragment, render, sql } from '../../../query/fragment.ts'
import { compileSelect, type Plan, type Select } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSelect } from '../../port/selects.ts'
import { callPlan } from '../calls/call-search.ts'
import type { Database } from '../database/driver.ts'
import { wantedCheck } from '../database/functions.ts'
import { SQLITE } from '../queries/dialect.ts'
import { type Conjunct, isIndexed, isStartComparison, within } from './conjuncts.ts'
import { counterOf, judgeOf } from './judge.ts'
import { judged, Matches } from './matches.ts'
import { plainNumber } from './number-vectors.ts'
import { textFilterOf } from './phrase-judge.ts'
import type { SegmentList, SegmentLists } from './segment-lists.ts'
import type { ColumnReader, Segment, SegmentColumns, SegmentGroup } from './segments.ts'
import { type Judge, type JudgeContext, VERDICT } from './token-judge.ts'

/** The calls of a project, and which of their segments there are. */
interface ProjectCalls {
  readonly db: Database
  readonly project: number
  readonly lists: SegmentLists
}

interface Tally {
  readonly left: readonly Conjunct[]
  readonly count: number | undefined
}

/** What to ask SQLite about calls. */
export interface Asked extends Partial<Select> {
  /** What is to be joined to the calls. */
  readonly adapt?: (plan: Plan) => Plan
}

const same = (plan: Plan): Plan => plan

/** Finds the sealed calls of a search by columns, and asks SQLite about the others. */
export class SealedMatches<Columns extends ColumnReader = SegmentColumns> {
  readonly context: JudgeContext & { readonly columns: Columns }
  readonly #calls: ProjectCalls
  readonly #search: CallSearch
  readonly #select: Select
  readonly #conjuncts: readonly Conjunct[]
  #checked = 0
  #knownList: SegmentList | undefined

  constructor(calls: ProjectCalls, search: CallSearch, context: SealedMatches<Columns>['context']) {
    this.#calls = calls
    this.#search = search
    this.context = context
    this.#select = callSelect(search)
    const { condition, filter, after } = search
    const expressions = [...filterConditions(filter), ...conjunctsOf(condition)]
    const conjuncts: Conjunct[] = expressions.map((expression, index) => ({
      index,
      expression,
      judge: judgeOf(expression, context),
      count: counterOf(expression, context),
      mayMeet: textFilterOf(expression, context),
    }))
    if (after) conjuncts.push({ index: conjuncts.length, judge: this.#judgePosition(after.started_at) })
    this.#conjuncts = conjuncts
  }

  /** The same search over other columns, with nothing known about texts. */
  over<Others extends ColumnReader>(columns: Others): SealedMatches<Others> {
    const context = { ...this.context, columns, phrases: NO_PHRASES }
    return new SealedMatches(this.#calls, this.#search, context)
  }

  /** Whether columns tell calls apart. */
  get isTelling(): boolean {
    return this.#conjuncts.length === 0 || this.#conjuncts.some(({ judge }) => judge !== undefined)
  }

  /** Whether they do so by more than what the indexes on calls are about. */
  get isSelective(): boolean {
    return this.#conjuncts.some(
      ({ judge, expression }) => judge !== undefined && expression !== undefined && !isIndexed(expression),
    )
  }

  /** The same throughout the search. */
  get #list(): SegmentList {
    this.#knownList ??= this.#calls.lists.of(this.#calls.project)
    return this.#knownList
  }

  get groups(): readonly SegmentGroup[] {
    return this.#list.groups
  }

  /** Those that may have matches, by when their calls started, the latest first. */
  segments(among = this.#list.segments): readonly Segment[] {
    const [from, to] = this.#startRange()
    return among.filter(({ started_from, started_to }) => started_to >= from && started_from <= to)
  }

  /** The number of matches in a group of segments; undefined where these must be looked at one by one. */
  countIn(group: SegmentGroup): number | undefined {
    this.#checkWanted()
    const { left, count } = this.#tally(group)
    if (count === 0 || group.removed === 0) return count
    return left.length === 0 ? group.places - group.removed : undefined
  }

  in(segment: Segment): Matches {
    this.#checkWanted()
    const same = (verdict: number) => () => new Uint8Array(segment.places).fill(verdict)
    const { left, count } = this.#tally(segment)
    if (count === 0) return new Matches(same(VERDICT.no), 0)
    if (segment.removed === 0 && left.length === 0) return new Matches(same(VERDICT.yes), segment.places)
    const judge = segment.removed === 0 ? left[0]?.judge : undefined
    if (judge && count !== undefined) return new Matches(() => judge(segment), count)
    return judged(segment, left)
  }

  /** Which conditions not all calls meet, and how many calls meet all of them, as far as tokens tell; removed calls included. */
  #tally(of: Segment | SegmentGroup): Tally {
    const left: Conjunct[] = []
    let count: number | undefined = of.places
    for (const conjunct of this.#conjuncts) {
      const counted = conjunct.count?.(of)
      if (counted === 0) return { left: [], count: 0 }
      if (counted === of.places) continue
      // How many meet two conditions, tokens do not tell.
      count = left.length === 0 ? counted : undefined
      left.push(conjunct)
    }
    return { left, count }
  }

  /** Numbers of the calls with this verdict. */
  ridsIn(segment: Segment, { verdicts }: Matches, verdict: number): number[] {
    const rids = this.context.columns.readNumbers(segment, 'rid')
    const found: number[] = []
    for (let place = 0; place < verdicts.length; place++) {
      if (verdicts[place] === verdict) found.push(rids[place] ?? 0)
    }
    return found
  }

  /** Rows of those among the calls that meet the open conditions, and those of the select. */
  ask<Row>(rids: readonly number[], open: readonly number[], asked: Asked): Row[] {
    const among = sql`json_each(${JSON.stringify(rids)}) j cross join calls c on c.rid = j.value`
    return this.#rows(among, open, asked)
  }

  /** Rows of the calls that are not sealed and meet all conditions, and those of the select. It is run up to twice, on different calls. */
  askUnsealed<Row>(asked: Asked): Row[] {
    const { db, project } = this.#calls
    return unsealed(project).flatMap((rows) => {
      // Once everything is sealed, to compile and run the search takes longer than the rest of a count.
      const exist = render(sql`select exists (select 1 from ${rows}) as found`, SQLITE)
      const { found } = db.prepare(exist.sql).get<{ found: number }>(...exist.params) ?? { found: 0 }
      return found ? this.#rows<Row>(rows, [...this.#conjuncts.keys()], asked) : []
    })
  }

  #rows<Row>(rows: Fragment, open: readonly number[], { adapt = same, ...select }: Asked): Row[] {
    const conjuncts = open.flatMap((index) => this.#conjuncts[index] ?? [])
    const { behind } = this.#select
    const asked: Select = {
      ...select,
      where: [
        ...(select.where ?? []),
        ...conjuncts.flatMap(({ expression }) => (expression ? [expression] : [])),
      ],
      ...(behind && conjuncts.some(({ expression }) => !expression) && { behind }),
    }
    const { project_id } = this.context
    const { db, project } = this.#calls
    const plan = callPlan(db, project, { project_id, filter: {} }, { rows, mayBeAbandoned: true })
    const statement = compileSelect(asked, adapt(plan))
    return db.prepare(statement.sql).all<Row>(...statement.params)
  }

  #judgePosition(startedAt: number): Judge {
    const isDescending = this.#select.behind?.direction === 'desc'
    return (segment) => {
      const starts = this.context.columns.readNumbers(segment, 'started_at')
      return Uint8Array.from(starts, (start) => {
        if (start === startedAt) return VERDICT.unknown
        return start < startedAt === isDescending ? VERDICT.yes : VERDICT.no
      })
    }
  }

  #startRange(): [from: number, to: number] {
    let range: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const [start] = this.#select.behind?.position ?? []
    const position = plainNumber(start)
    const behind = this.#select.behind?.direction === 'desc' ? 'lte' : 'gte'
    if (position !== undefined) range = within(range, behind, position)
    for (const { expression } of this.#conjuncts) {
      if (!expression || !isStartComparison(expression)) continue
      const bound = plainNumber(expression.operands[1])
      if (bound !== undefined) range = within(range, expression.kind, bound)
    }
    return range
  }

  /** Throws where the answer is no longer wanted. */
  #checkWanted(): void {
    if (++this.#checked % SEGMENTS_BETWEEN_CHECKS === 0) wantedCheck(this.#calls.db)()
  }
}

const NO_PHRASES = { filter: () => undefined, textFilter: () => undefined }

const SEGMENTS_BETWEEN_CHECKS = 16

/** Calls that are not sealed: those newer than the last sealed one, and older ones of the project by an index, which would take longer for all. */
export const unsealed = (project: number): readonly Fragment[] => [
  sql`(select coalesce(max(rid), 0) as rid from call_slots) l
    cross join calls c not indexed on c.rid > l.rid`,
  sql`(select max(rid) as rid from call_slots) l
    cross join call_starts h indexed by call_starts_by_project on h.project = ${project} and h.rid <= l.rid
    cross join calls c on c.rid = h.rid`,
]
