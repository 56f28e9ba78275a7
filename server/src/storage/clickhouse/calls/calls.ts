import { type Thread, type ThreadSearch, type Turn, threadsFromTurns } from '../../../domain/calls/thread.ts'
import { all, column, compare, instant } from '../../../query/build.ts'
import { compileSelect } from '../../../query/select.ts'
import type { Micros } from '../../../time.ts'
import type { ExtraSources } from '../../port/call-extras.ts'
import type { CallPart, CallSearch, CallStore, FoundCalls } from '../../port/calls.ts'
import { turnSelect } from '../../port/selects.ts'
import type { ClickHouse, QueryOptions } from '../connection/client.ts'
import type { Access } from '../rows/access.ts'
import type { Insert } from '../rows/insert-queue.ts'
import type { CallChangeLog } from './call-changes.ts'
import { isByStart } from './call-conditions.ts'
import { CallCounts } from './call-counts.ts'
import type { RelatedStores } from './call-evaluator.ts'
import { CallFamilies } from './call-family.ts'
import { findHeads } from './call-heads.ts'
import { CallListing } from './call-listing.ts'
import { EncodedParts, type PartGroup } from './call-parts.ts'
import { CallReads } from './call-reads.ts'
import { CallSearches } from './call-search.ts'
import { RemovedCalls } from './call-space.ts'
import { CallStatistics } from './call-stats.ts'
import { readTrace } from './call-trace.ts'
import { SmallProjects } from './small-projects.ts'

/**
 * Ids of spans are random, so that any few hundred of them are in all granules of a small project: a page of one megabyte takes half
 * as long to read as one of eight.
 */
const PAGE_BYTES_MAX = 8 * 1024 ** 2

/** Lower than that of any other end, which wins whether it is written before or after. */
const CLOSING_VERSION = 1

export interface CallStoreOptions {
  readonly changes: CallChangeLog
  readonly stores: RelatedStores & Omit<ExtraSources, 'calls'>
  /** Registers the projects of a write. */
  readonly addProjects: (insert: Insert, projectIds: Iterable<string>) => Promise<void>
}

export function clickhouseCalls(
  { clickhouse, inserts, clock, listeners, countParts }: Access,
  { changes, stores, addProjects }: CallStoreOptions,
): CallStore {
  const families = new CallFamilies(clickhouse, changes)
  const reads = new CallReads(clickhouse, families, stores)
  const small = new SmallProjects(clickhouse)
  const searches = new CallSearches(clickhouse, families, stores, small)
  const counts = new CallCounts(clickhouse, searches, small)
  const statistics = new CallStatistics(clickhouse, searches, families, small)
  const listing = new CallListing(clickhouse)
  const removed = new RemovedCalls(clickhouse)

  async function insertGroup(insert: Insert, group: PartGroup, nextVersion: () => number): Promise<void> {
    const { heads, parts, events, calls, versions } = group
    // Of parts of one kind for one call, the last has the highest version.
    for (const version of versions) version.set(nextVersion())
    // A write that ends in between leaves nothing that could be read: a call exists once its parts do.
    await Promise.all([addProjects(insert, calls.projectIds), insert(heads)])
    await Promise.all([insert(parts), insert(events)])
    await changes.note(insert, calls)
    countParts(versions.length)
    listeners.notify()
  }

  async function insertBatch(batch: EncodedParts, nextVersion = () => clock.next()): Promise<void> {
    const groups = batch.finish()
    if (groups.length === 0) return
    const bytes = groups.reduce(
      (sum, { heads, parts, events }) => sum + heads.bytes + parts.bytes + events.bytes,
      0,
    )
    await inserts.run(bytes, async (insert) => {
      for (const group of groups) await insertGroup(insert, group, nextVersion)
    })
  }

  // Not an async function, which would keep the parts while they wait for ClickHouse.
  function write(parts: readonly CallPart[], nextVersion?: () => number): Promise<void> {
    const batch = new EncodedParts()
    batch.add(parts)
    return insertBatch(batch, nextVersion)
  }

  async function findPage(search: CallSearch, idsMax: number, signal?: AbortSignal): Promise<FoundCalls> {
    const { limit = Number.POSITIVE_INFINITY } = search
    const isPaged = limit > idsMax && isByStart(search)
    const found = await searches.find(isPaged ? { ...search, limit: idsMax } : search, scan(signal))
    const ids = found.map(({ id }) => id)
    const last = found.at(-1)
    return isPaged && last && found.length === idsMax ? { ids, next: last } : { ids }
  }

  return {
    pageBytesMax: PAGE_BYTES_MAX,
    write(parts) {
      if (!('add' in parts)) return write(parts)
      if (!(parts instanceof EncodedParts)) throw new Error('the batch is of another storage')
      return insertBatch(parts)
    },
    newBatch: () => new EncodedParts(),
    close: (ends) =>
      write(
        ends.map((end) => ({ part: 'end', end })),
        () => CLOSING_VERSION,
      ),
    async removeBefore(projectId, before, atMost, deletedAt) {
      const found = await searches.find({ ...startedBefore(projectId, before), limit: atMost }, scan())
      const ids = found.map(({ id }) => id)
      await write(ids.map((id) => ({ part: 'delete', project_id: projectId, id, deleted_at: deletedAt })))
      await removed.free(projectId, ids, ids.length < atMost)
      return ids
    },
    find: async (search, signal) => (await searches.find(search, scan(signal))).map(({ id }) => id),
    findPage,
    async findJson(search, idsMax, view, { rowsMax, withCursor, ...limits }, signal) {
      const cursor = withCursor ? { cursor: await changes.current(search.project_id) } : {}
      const first = await findHeads(clickhouse, search, Math.min(rowsMax, idsMax - 1), scan(signal))
      const current = first && (await reads.readHeads(search.project_id, first, view, limits))
      if (first && current) return { ids: first.heads.map(({ id }) => id), page: current, ...cursor }
      const found = await findPage(search, idsMax, signal)
      return {
        ...found,
        ...cursor,
        page: await reads.readJson(search.project_id, found.ids.slice(0, rowsMax), view, limits),
      }
    },
    count: (search, atMost, signal) => counts.count(search, atMost, scan(signal)),
    size: (search, signal) => counts.size(search, scan(signal)),
    read: (...args) => reads.read(...args),
    readPage: (...args) => reads.readPage(...args),
    readJson: (...args) => reads.readJson(...args),
    traceSizes: (...args) => reads.traceSizes(...args),
    usage: (...args) => reads.usage(...args),
    stats: (query, signal) => statistics.stats(query, scan(signal)),
    threads: (search) => threads(clickhouse, searches, search),
    trace: (...args) => readTrace(clickhouse, ...args),
    changes: (...args) => changes.changes(...args),
    onWrite: (listener) => listeners.add(listener),
    withEvents: (...args) => listing.withEvents(...args),
    parts: (...args) => listing.parts(...args),
    listAll: (...args) => listing.listAll(...args),
  }
}

const scan = (signal?: AbortSignal): QueryOptions => ({ kind: 'scan', signal, settings: SPILLED })

/** Groups and sorts of large projects go to disk rather than fail for lack of memory. */
const SPILLED = {
  max_bytes_before_external_group_by: '1000000000',
  max_bytes_before_external_sort: '1000000000',
}

const startedBefore = (project_id: string, before: Micros): CallSearch => ({
  project_id,
  filter: {},
  condition: compare('lt', column('started_at', 'instant'), instant(before)),
  sort: [],
})

async function threads(
  clickhouse: ClickHouse,
  searches: CallSearches,
  search: ThreadSearch,
): Promise<Thread[]> {
  const select = turnSelect(search)
  const plan = await searches.plan(
    { project_id: search.project_id, filter: {}, condition: all(select.where) },
    select,
    scan(),
  )
  return threadsFromTurns(await clickhouse.query<Turn>(compileSelect(select, plan), scan()), search)
}
