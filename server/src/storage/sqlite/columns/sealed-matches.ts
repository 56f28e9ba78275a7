import { filterConditions } from '../../../domain/calls/filter.ts'
import type { Expression } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { compileSelect, type Plan, type Select } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSelect } from '../../port/selects.ts'
import { callPlan } from '../call-search.ts'
import type { Database } from '../driver.ts'
import { counterOf, judgeOf } from './judge.ts'
import { plainNumber } from './number-vectors.ts'
import { type ColumnReader, isRemoved, type Segment, type SegmentColumns, segmentsOf } from './segments.ts'
import { type Counter, type Judge, type JudgeContext, VERDICT } from './token-judge.ts'

/** A condition that every match of a search must meet. */
interface Conjunct {
  readonly index: number
  /** Undefined for the position that calls must come after. */
  readonly expression?: Expression
  /** Undefined where columns cannot tell. */
  readonly judge?: Judge | undefined
  readonly count?: Counter | undefined
}

/** Calls of a segment that match, or may match. */
export class Matches {
  readonly yes: number
  readonly unknown: number
  /** Which conditions are still to be asked of the calls with an unknown verdict, by index. */
  readonly open: readonly number[]
  readonly #judge: () => Uint8Array
  #verdicts: Uint8Array | undefined

  constructor(judge: () => Uint8Array, yes: number, unknown = 0, open: readonly number[] = []) {
    this.#judge = judge
    this.yes = yes
    this.unknown = unknown
    this.open = open
  }

  /** By place. A count needs none of them, so they are made when they are first asked for. */
  get verdicts(): Uint8Array {
    this.#verdicts ??= this.#judge()
    return this.#verdicts
  }
}

/** What to ask SQLite about calls. */
export interface Asked extends Partial<Select> {
  /** What is to be joined to the calls. */
  readonly adapt?: (plan: Plan) => Plan
}

const same = (plan: Plan): Plan => plan

const STARTED_AT = 'started_at'

/** Finds the sealed calls of a search by columns, and asks SQLite about the others. */
export class SealedMatches<Columns extends ColumnReader = SegmentColumns> {
  readonly context: JudgeContext & { readonly columns: Columns }
  readonly #db: Database
  readonly #project: number
  readonly #search: CallSearch
  readonly #select: Select
  readonly #conjuncts: readonly Conjunct[]
  #checked = 0

  constructor(db: Database, project: number, search: CallSearch, context: SealedMatches<Columns>['context']) {
    this.#db = db
    this.#project = project
    this.#search = search
    this.context = context
    this.#select = callSelect(search)
    const { condition, filter, after } = search
    const expressions = [...filterConditions(filter), ...(condition ? conjunctsOf(condition) : [])]
    const conjuncts: Conjunct[] = expressions.map((expression, index) => ({
      index,
      expression,
      judge: judgeOf(expression, context),
      count: counterOf(expression, context),
    }))
    if (after) conjuncts.push({ index: conjuncts.length, judge: this.#judgePosition(after.started_at) })
    this.#conjuncts = conjuncts
  }

  /** The same search over other columns, with nothing known about texts. */
  over<Others extends ColumnReader>(columns: Others): SealedMatches<Others> {
    const context = { ...this.context, columns, phrases: { filter: () => undefined } }
    return new SealedMatches(this.#db, this.#project, this.#search, context)
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

  /** Those that may have matches, by when their calls started, the latest first. */
  segments(): Segment[] {
    const [from, to] = this.#startRange()
    return segmentsOf(this.#db, this.#project).filter(
      ({ started_from, started_to }) => started_to >= from && started_from <= to,
    )
  }

  in(segment: Segment): Matches {
    this.#checkWanted()
    const same = (verdict: number) => () => new Uint8Array(segment.places).fill(verdict)
    const left: Conjunct[] = []
    let count: number | undefined = segment.places
    for (const conjunct of this.#conjuncts) {
      const counted = conjunct.count?.(segment)
      if (counted === 0) return new Matches(same(VERDICT.no), 0)
      if (counted === segment.places) continue
      left.push(conjunct)
      count = counted
    }
    if (segment.removed === 0 && left.length === 0) return new Matches(same(VERDICT.yes), segment.places)
    const judge = left.length === 1 && segment.removed === 0 ? left[0]?.judge : undefined
    if (judge && count !== undefined) return new Matches(() => judge(segment), count)
    return judged(segment, left)
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

  /** Rows of the calls that are not sealed and meet all conditions, and those of the select. */
  askUnsealed<Row>(asked: Asked): Row[] {
    const unsealed = trusted('call_starts h cross join calls c on c.rid = h.rid')
    return this.#rows(unsealed, [...this.#conjuncts.keys()], asked)
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
    const plan = callPlan(this.#db, this.#project, { project_id, filter: {} }, { rows, mayBeAbandoned: true })
    const statement = compileSelect(asked, adapt(plan))
    return this.#db.prepare(statement.sql).all<Row>(...statement.params)
  }

  #judgePosition(startedAt: number): Judge {
    const isDescending = this.#select.behind?.direction === 'desc'
    return (segment) => {
      const starts = this.context.columns.readNumbers(segment, STARTED_AT)
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
    if (++this.#checked % SEGMENTS_BETWEEN_CHECKS === 0) {
      this.#db.prepare('select heddle_is_wanted(?)').get(this.#checked)
    }
  }
}

const SEGMENTS_BETWEEN_CHECKS = 16

/** Judges each call by these conditions. */
function judged(segment: Segment, conjuncts: readonly Conjunct[]): Matches {
  const verdicts = new Uint8Array(segment.places).fill(VERDICT.yes)
  for (let place = 0; segment.removed > 0 && place < verdicts.length; place++) {
    if (isRemoved(segment, place)) verdicts[place] = VERDICT.no
  }
  const open: number[] = []
  let tally = { yes: segment.places - segment.removed, unknown: 0 }
  for (const { index, judge } of conjuncts) {
    if (tally.yes + tally.unknown === 0) break
    if (!judge) continue
    const { isOpen, ...narrowed } = narrow(verdicts, judge(segment))
    if (isOpen) open.push(index)
    tally = narrowed
  }
  const unjudged = conjuncts.filter(({ judge }) => !judge).map(({ index }) => index)
  if (unjudged.length === 0) return new Matches(() => verdicts, tally.yes, tally.unknown, open)
  for (let place = 0; place < verdicts.length; place++) {
    if (verdicts[place] === VERDICT.yes) verdicts[place] = VERDICT.unknown
  }
  return new Matches(() => verdicts, 0, tally.yes + tally.unknown, [...open, ...unjudged])
}

/** The verdict on two conditions, by four times that on the first plus that on the second. */
const BOTH = Uint8Array.from({ length: 16 }, (_, pair) => {
  const verdicts = [pair >> 2, pair & 3]
  if (verdicts.some((verdict) => verdict === VERDICT.no || verdict === VERDICT.null)) return VERDICT.no
  return verdicts.includes(VERDICT.unknown) ? VERDICT.unknown : VERDICT.yes
})

/** Takes away what is not found, and says whether some calls that are left cannot be judged. */
function narrow(verdicts: Uint8Array, found: Uint8Array): { yes: number; unknown: number; isOpen: boolean } {
  let yes = 0
  let unknown = 0
  let isOpen = false
  for (let place = 0; place < verdicts.length; place++) {
    const other = found[place] ?? VERDICT.no
    const verdict = BOTH[((verdicts[place] ?? VERDICT.no) << 2) | other] ?? VERDICT.no
    verdicts[place] = verdict
    if (verdict === VERDICT.yes) yes++
    else if (verdict === VERDICT.unknown) {
      unknown++
      isOpen ||= other === VERDICT.unknown
    }
  }
  return { yes, unknown, isOpen }
}

const conjunctsOf = (condition: Expression): readonly Expression[] =>
  condition.kind === 'and' ? condition.operands.flatMap(conjunctsOf) : [condition]

type StartComparison = Extract<Expression, { readonly operands: unknown }> & {
  readonly kind: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'
}

function isStartComparison(expression: Expression): expression is StartComparison {
  if (!COMPARISONS.has(expression.kind) || !('operands' in expression)) return false
  return isColumn(expression.operands[0], STARTED_AT)
}

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte'])

function within(
  [from, to]: readonly [number, number],
  kind: StartComparison['kind'],
  bound: number,
): [number, number] {
  const isLower = kind === 'eq' || kind === 'gt' || kind === 'gte'
  const isUpper = kind === 'eq' || kind === 'lt' || kind === 'lte'
  return [isLower ? Math.max(from, bound) : from, isUpper ? Math.min(to, bound) : to]
}

/** Conditions that SQLite finds calls by in the order of their start. */
function isIndexed(expression: Expression): boolean {
  if (isStartComparison(expression)) return true
  const operands = 'operands' in expression ? expression.operands : []
  const isParentTest = expression.kind === 'unset' && isColumn(operands[0], 'parent_id')
  const isOpFilter = expression.kind === 'or' && operands.every(isOpTest)
  return isParentTest || isOpFilter
}

const isOpTest = (test: Expression): boolean => 'operands' in test && isColumn(test.operands[0], 'op_name')

const isColumn = (expression: Expression | undefined, name: string): boolean =>
  expression?.kind === 'field' && expression.field.kind === 'column' && expression.field.name === name
