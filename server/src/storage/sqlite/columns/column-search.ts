import { column } from '../../../query/build.ts'
import type { NamedValue, Select } from '../../../query/select.ts'
import { compareTexts, type LiteralValue } from '../../../query/values.ts'
import type { CallSearch } from '../../port/calls.ts'
import { callSelect } from '../../port/selects.ts'
import type { SearchPrices } from '../calls/call-costs.ts'
import type { Database } from '../database/driver.ts'
import { type BlockTexts, PhraseBlocks } from '../signatures/phrase-blocks.ts'
import { ColumnCache } from './column-cache.ts'
import { columnMeasures } from './column-measures.ts'
import type { Matches } from './matches.ts'
import { type FoundCall, NamedCalls } from './named-calls.ts'
import { NotCounted } from './not-counted.ts'
import { SealedMatches } from './sealed-matches.ts'
import { SearchOrder } from './search-order.ts'
import { SegmentBounds } from './segment-bounds.ts'
import { SegmentLists } from './segment-lists.ts'
import { type Segment, SegmentColumns } from './segments.ts'
import { isSortable, type KeyVector } from './sort-keys.ts'
import { TiedCalls, tiedPlaces } from './tied-calls.ts'
import { VERDICT } from './token-judge.ts'
import { compareTerms, type RankedCall, TopCalls } from './top-calls.ts'
import { type Total, totalOf, UndecidedCalls } from './undecided-calls.ts'
import { usageColumns } from './usage-columns.ts'

/**
 * Searches that read columns for the calls that are sealed, and rows for those that are not. Each returns undefined where
 * the plans of `call-search.ts` are the better way. Must run on one snapshot of the database.
 */
export function columnSearch(db: Database, prices: SearchPrices, textOf: BlockTexts) {
  const opName = opNames(db)
  const cache = new ColumnCache(db)
  const lists = new SegmentLists(db)
  const usageOf = usageColumns(db, prices)
  const bounds = new SegmentBounds()

  function matchesOf(project: number, search: CallSearch): SealedMatches | undefined {
    const { filter, project_id } = search
    if (LOOKED_UP.some((key) => filter[key])) return undefined
    const usage = usageOf(() => new NotCounted(db, project))
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
      const open = new UndecidedCalls()
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
      const open = new UndecidedCalls()
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
      const order = new SearchOrder(search, matches, bounds, prices.stamp)
      if (!matches.isSelective && (order.direction || !order.isRead)) return undefined
      const segments = matches.segments()
      if (segments.length === 0) return undefined
      const named = new NamedCalls(db, project, segments)
      for (const ties of ['when met', 'all'] as const) {
        const calls = firstCalls(matches, segments, search, order, ties)
        if (!calls) return undefined
        const sorted = sortedCalls(named, calls, search, order, matches)
        if (sorted) return sorted
      }
      return undefined
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

/** The first matches in the order of their terms, with those that only their ids tell apart from the last. */
interface FirstCalls extends ReturnType<TopCalls['found']> {
  /** Segments that may have more of these, and no calls that come before. */
  readonly tiedSegments: readonly Segment[]
}

/** `ties` says which calls are read that only their ids tell apart: all, or as few as others leave no room for. */
function firstCalls(
  matches: SealedMatches,
  segments: readonly Segment[],
  search: CallSearch,
  order: SearchOrder,
  ties: 'when met' | 'all',
): FirstCalls | undefined {
  const atMost = (search.limit ?? Number.POSITIVE_INFINITY) + (search.offset ?? 0)
  const top = new TopCalls(order.directions, atMost)
  const select = rankedSelect(search, order, atMost)
  for (const row of matches.askUnsealed<RankedRow>(select)) top.add(ranked(row, order))
  const open = new UndecidedCalls()
  const tied: Segment[] = []
  for (const segment of order.inOrder(segments)) {
    const last = top.last()
    if (last && order.isBeyond(segment, last)) break
    const found = matches.in(segment)
    open.add(matches, segment, found)
    if (found.yes > 0) {
      const isTied = Math.min(order.tiesIn(segment, last), found.yes) * TIED_SHARE >= segment.places
      if (isTied && found.unknown === 0 && ties === 'when met') tied.push(segment)
      else addMatches(segment, matches, found, { order, top, open, last })
    }
    // Where the rest may be passed over, the calls that are open decide from where.
    if (!order.direction) continue
    for (const row of open.rows<RankedRow>(matches, select)) top.add(ranked(row, order))
  }
  if (open.areTooMany) return undefined
  for (const row of open.rows<RankedRow>(matches, select)) top.add(ranked(row, order))
  const last = top.last()
  const tiedSegments = tied.filter((segment) => order.tiesIn(segment, last) > 0)
  return { ...top.found(), tiedSegments }
}

/** With one of so many calls, some of a page are met soon on the way through all ids. */
const TIED_SHARE = 64

interface Ranking {
  readonly order: SearchOrder
  readonly top: TopCalls
  readonly open: UndecidedCalls
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
function rankedSelect(search: CallSearch, { terms }: SearchOrder, atMost: number): Partial<Select> {
  const { sort = [], ties = [] } = callSelect(search)
  const columns: NamedValue[] = terms.map(({ value }, at) => ({ as: `t${at}`, value }))
  return {
    columns: [{ as: 'rid', value: column('rid', 'number') }, ...columns],
    sort,
    ties,
    ...(Number.isFinite(atMost) && { page: { limit: atMost } }),
  }
}

const ranked = (row: RankedRow, { terms }: SearchOrder): RankedCall => ({
  rid: row.rid,
  terms: terms.map((_, at) => row[`t${at}`] ?? null),
})

/** The page of the search, with ties decided by id; undefined if all of these must be read for this. */
function sortedCalls(
  named: NamedCalls,
  { before, ties, tiedSegments }: FirstCalls,
  search: CallSearch,
  order: SearchOrder,
  matches: SealedMatches,
): FoundCall[] | undefined {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  const direction = callSelect(search).ties?.at(-1)?.direction ?? 'asc'
  const sign = direction === 'desc' ? -1 : 1
  const terms = new Map(before.map((call) => [call.rid, call.terms]))
  const calls = named.all([...terms.keys()]).sort((a, b) => {
    const byTerms = compareTerms(terms.get(a.rid) ?? [], terms.get(b.rid) ?? [], order.directions)
    return byTerms || sign * compareTexts(a.id, b.id)
  })
  const [tie] = ties
  const tied =
    tie && new TiedCalls(ties, tiedSegments, (segment) => tiedPlaces(segment, tie.terms, matches, order))
  const last = tied ? named.first(tied, direction, offset + limit - calls.length) : []
  if (!last) return undefined
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
