import { column } from '../../../query/build.ts'
import type { SortKey } from '../../../query/expression.ts'
import type { NamedValue, Select } from '../../../query/select.ts'
import { compareTexts, type LiteralValue } from '../../../query/values.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSelect } from '../../port/selects.ts'
import type { SearchPrices } from '../call-costs.ts'
import type { Database } from '../driver.ts'
import { type BlockTexts, PhraseBlocks } from '../signatures/phrase-blocks.ts'
import { ColumnCache } from './column-cache.ts'
import { columnMeasures } from './column-measures.ts'
import type { Matches } from './matches.ts'
import { type FoundCall, NamedCalls } from './named-calls.ts'
import { OpenCalls, type Total, totalOf } from './open-calls.ts'
import { SealedMatches } from './sealed-matches.ts'
import { SegmentLists } from './segment-lists.ts'
import { type Segment, SegmentColumns } from './segments.ts'
import { isSortable, type KeyReader, type KeyVector, keyReader, sortTerms } from './sort-keys.ts'
import { VERDICT } from './token-judge.ts'
import { compareTerms, type RankedCall, TopCalls } from './top-calls.ts'
import { usageColumns } from './usage-columns.ts'

/**
 * Searches that read columns for the calls that are sealed, and rows for those that are not. Each returns undefined where
 * the plans of `call-search.ts` are the better way. Must run on one snapshot of the database.
 */
export function columnSearch(db: Database, prices: SearchPrices, textOf: BlockTexts) {
  const opName = opNames(db)
  const cache = new ColumnCache(db)
  const lists = new SegmentLists(db)
  const usage = usageColumns(db, prices)

  function matchesOf(project: number, search: CallSearch): SealedMatches | undefined {
    const { filter, project_id } = search
    if (LOOKED_UP.some((key) => filter[key])) return undefined
    const columns = new SegmentColumns(db, project, cache, usage)
    const matches = new SealedMatches({ db, project, lists }, search, {
      project_id,
      columns,
      opName,
      phrases: new PhraseBlocks(db, project, textOf),
    })
    return matches.isTelling ? matches : undefined
  }

  return {
    count(project: number, search: CallSearch, atMost = Number.POSITIVE_INFINITY): number | undefined {
      const { after, ...counted } = search
      const matches = matchesOf(project, counted)
      if (!matches) return undefined
      const sealed = matches.segments().reduce((sum, { places }) => sum + places, 0)
      if (Math.min(atMost, sealed) < (matches.isSelective ? 1 : CALLS_MANY)) return undefined
      const open = new OpenCalls()
      let count = totalOf(matches.askUnsealed<Total>(COUNTED))
      for (const group of matches.groups) {
        if (count >= atMost) return atMost
        const matching = matches.countIn(group)
        if (matching !== undefined) {
          count += matching
          open.addNone(group)
          continue
        }
        for (const segment of matches.segments(group.segments)) {
          const found = matches.in(segment)
          count += found.yes
          open.add(matches, segment, found)
        }
      }
      if (open.areTooMany) return undefined
      return Math.min(atMost, count + open.total(matches, COUNTED))
    },

    size(project: number, search: CallSearch): number | undefined {
      const { after, ...counted } = search
      const matches = matchesOf(project, counted)
      const segments = matches?.segments() ?? []
      if (!matches || segments.length === 0) return undefined
      const open = new OpenCalls()
      let bytes = totalOf(matches.askUnsealed<Total>(SIZED))
      for (const segment of segments) {
        const found = matches.in(segment)
        open.add(matches, segment, found)
        if (found.yes === 0) continue
        const sizes = matches.context.columns.readNumbers(segment, 'size_bytes')
        for (let place = 0; place < sizes.length; place++) {
          if (found.verdicts[place] === VERDICT.yes) bytes += sizes[place] ?? 0
        }
      }
      return open.areTooMany ? undefined : bytes + open.total(matches, SIZED)
    },

    ...columnMeasures(db, matchesOf),

    find(project: number, search: CallSearch): FoundCall[] | undefined {
      const matches = matchesOf(project, search)
      if (!matches || !search.sort.every(({ field }) => isSortable(field))) return undefined
      const order = new Order(search, matches)
      if (!matches.isSelective && (order.direction || !order.isRead)) return undefined
      const segments = matches.segments()
      if (segments.length === 0) return undefined
      const calls = firstCalls(matches, segments, search, order)
      const named = new NamedCalls(db, project, segments)
      return calls && sortedCalls(named, calls, search, order)
    },
  }
}

/** Fewer calls are counted as fast in an index. */
const CALLS_MANY = 65_536

/** Filters that are served best by an index of their own. */
const LOOKED_UP = ['call_ids', 'trace_ids', 'parent_ids', 'thread_ids', 'input_refs', 'output_refs'] as const

const COUNTED: Partial<Select> = { columns: [], measures: [{ as: 'n', make: 'count' }] }
const SIZED: Partial<Select> = {
  columns: [],
  measures: [{ as: 'n', make: 'sum', value: column('size_bytes', 'number') }],
}

/** The order that a search asks for. */
class Order {
  readonly keys: readonly (KeyReader | undefined)[]
  readonly terms: ReturnType<typeof sortTerms>
  /** Set where calls are sorted by their start alone. */
  readonly direction: 'asc' | 'desc' | undefined

  constructor({ sort }: CallSearch, { context }: SealedMatches) {
    const keys: readonly SortKey[] = sort.length > 0 ? sort : [BY_START]
    this.terms = keys.flatMap(sortTerms)
    this.keys = keys.map((key) => keyReader(key, context))
    const [first, ...others] = keys
    const isByStart = first?.field.kind === 'column' && first.field.name === 'started_at'
    this.direction = isByStart && others.length === 0 ? first.direction : undefined
  }

  /** Whether columns have what calls are sorted by first. */
  get isRead(): boolean {
    return this.keys[0] !== undefined
  }

  get directions() {
    return this.terms.map(({ direction }) => direction)
  }
}

const BY_START: SortKey = { field: { kind: 'column', name: 'started_at', type: 'instant' }, direction: 'asc' }

/** The first matches in the order of their terms, with those that only their ids tell apart from the last. */
function firstCalls(
  matches: SealedMatches,
  segments: readonly Segment[],
  search: CallSearch,
  order: Order,
): ReturnType<TopCalls['found']> | undefined {
  const atMost = (search.limit ?? Number.POSITIVE_INFINITY) + (search.offset ?? 0)
  const top = new TopCalls(order.directions, atMost)
  const select = rankedSelect(search, order, atMost)
  for (const row of matches.askUnsealed<RankedRow>(select)) top.add(ranked(row, order))
  const open = new OpenCalls()
  const inOrder = order.direction === 'asc' ? [...segments].sort(byFirstStart) : segments
  for (const segment of inOrder) {
    const last = top.last()
    if (last && order.direction && isBeyond(segment, order.direction, Number(last[0]))) break
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes > 0) addMatches(segment, matches, found, { order, top, open, last })
    // Where the rest may be passed over, the calls that are open decide from where.
    if (!order.direction) continue
    for (const row of open.rows<RankedRow>(matches, select)) top.add(ranked(row, order))
  }
  if (open.areTooMany) return undefined
  for (const row of open.rows<RankedRow>(matches, select)) top.add(ranked(row, order))
  return top.found()
}

const byFirstStart = (a: Segment, b: Segment): number => a.started_from - b.started_from

const isBeyond = (segment: Segment, direction: 'asc' | 'desc', last: number): boolean =>
  direction === 'asc' ? segment.started_from > last : segment.started_to < last

interface Ranking {
  readonly order: Order
  readonly top: TopCalls
  readonly open: OpenCalls
  /** Terms of the last call that counts so far. */
  readonly last: readonly LiteralValue[] | undefined
}

function addMatches(segment: Segment, matches: SealedMatches, found: Matches, ranking: Ranking): void {
  const { order, top, open, last } = ranking
  const [first, ...others] = order.keys.map((read) => read?.(segment))
  const places = last && first ? first.reaching(last) : Array.from(found.verdicts.keys())
  let rids: Float64Array | undefined
  for (const place of places) {
    if (found.verdicts[place] !== VERDICT.yes) continue
    rids ??= matches.context.columns.readNumbers(segment, 'rid')
    const rid = rids[place] ?? 0
    const terms = termsAt(place, [first, ...others])
    if (terms) top.add({ terms, rid })
    else open.addRids([rid], [])
  }
}

function termsAt(
  place: number,
  keys: readonly (KeyVector | undefined)[],
): readonly LiteralValue[] | undefined {
  const [first] = keys
  if (keys.length === 1) return first?.termsAt(place)
  const terms = keys.map((key) => key?.termsAt(place))
  return terms.every((found) => found !== undefined) ? terms.flat() : undefined
}

interface RankedRow {
  readonly rid: number
  readonly [term: `t${number}`]: LiteralValue
}

/** The first calls by the order of the search, with their terms as `t0`, `t1`, … */
function rankedSelect(search: CallSearch, { terms }: Order, atMost: number): Partial<Select> {
  const { sort = [], ties = [] } = callSelect(search)
  const columns: NamedValue[] = terms.map(({ value }, at) => ({ as: `t${at}`, value }))
  return {
    columns: [{ as: 'rid', value: column('rid', 'number') }, ...columns],
    sort,
    ties,
    ...(Number.isFinite(atMost) && { page: { limit: atMost } }),
  }
}

const ranked = (row: RankedRow, { terms }: Order): RankedCall => ({
  rid: row.rid,
  terms: terms.map((_, at) => row[`t${at}`] ?? null),
})

/** The page of the search, with ties decided by id. */
function sortedCalls(
  named: NamedCalls,
  { before, ties }: ReturnType<TopCalls['found']>,
  search: CallSearch,
  order: Order,
): FoundCall[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  const direction = callSelect(search).ties?.at(-1)?.direction ?? 'asc'
  const sign = direction === 'desc' ? -1 : 1
  const terms = new Map(before.map((call) => [call.rid, call.terms]))
  const calls = named.all(before).sort((a, b) => {
    const byTerms = compareTerms(terms.get(a.rid) ?? [], terms.get(b.rid) ?? [], order.directions)
    return byTerms || sign * compareTexts(a.id, b.id)
  })
  const room = offset + limit - calls.length
  const last = ties.length > 0 ? named.first(ties, direction, room) : []
  return [...calls, ...last].slice(offset, offset + limit).map(({ id, started_at }) => ({ id, started_at }))
}

function opNames(db: Database): (op: number) => string {
  const select = db.prepare('select name from op_names where id = ?')
  const known = new Map<number, string>()
  return (op) => {
    const name = known.get(op) ?? String(select.get(op)?.name ?? '')
    if (known.size < OP_NAMES_MAX) known.set(op, name)
    return name
  }
}

const OP_NAMES_MAX = 10_000
