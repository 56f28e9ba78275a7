import { monotonicMicros } from '../../clock.ts'
import { DurationMeter, RateMeter } from '../../meters.ts'
import type { StorageObserver } from '../port/status.ts'
import { WriteListeners } from '../port/write-listeners.ts'
import type { Storage } from '../port.ts'
import { clickhouseAccounts } from './accounts.ts'
import { clickhouseAgentSpans } from './agent-spans.ts'
import { clickhouseAudit } from './audit.ts'
import { CallChangeLog } from './calls/call-changes.ts'
import { clickhouseCalls } from './calls/calls.ts'
import { ClickHouse } from './connection/client.ts'
import { databaseBytes } from './disk-space.ts'
import { clickhouseFeedback } from './feedback.ts'
import { clickhouseFiles } from './files.ts'
import { freeEveryHour } from './hourly-freeing.ts'
import { migrate } from './migrate.ts'
import { clickhouseObjects } from './objects.ts'
import { clickhousePrices } from './prices.ts'
import { ProjectNames } from './project-names.ts'
import { clickhouseProjects } from './projects.ts'
import { clickhouseQueues } from './queues.ts'
import type { Access } from './rows/access.ts'
import { InsertQueue } from './rows/insert-queue.ts'
import { VersionClock } from './rows/version-clock.ts'
import { clickhouseTables } from './tables.ts'
import { parseTarget, type Target } from './target.ts'

export interface ClickHouseOptions {
  /** `clickhouse://user:password@host:8123/database` */
  readonly url: string
  /** A read that takes longer is stopped and fails with `timeout`. */
  readonly readTimeoutMs?: number
  readonly observer?: StorageObserver
}

/** What another thread needs to open the same storage. Can be cloned. */
interface SharedHandle {
  readonly target: Target
  readonly versions: SharedArrayBuffer
  readonly readTimeoutMs: number | undefined
}

export interface ClickHouseStorage extends Storage {
  share(): ReturnType<Storage['share']> & { readonly handle: SharedHandle }
}

/** Opens a ClickHouse database, and creates or upgrades it. */
export async function openClickHouseStorage(options: ClickHouseOptions): Promise<ClickHouseStorage> {
  const target = parseTarget(options.url)
  const clickhouse = new ClickHouse(target, clientOptions(options))
  try {
    await migrate(clickhouse)
  } catch (error) {
    await clickhouse.close()
    throw error
  }
  return withHourlyFreeing(clickhouse, storageOn(clickhouse, new VersionClock(), options))
}

function withHourlyFreeing(clickhouse: ClickHouse, storage: ClickHouseStorage): ClickHouseStorage {
  const stopFreeing = freeEveryHour(clickhouse)
  return {
    ...storage,
    close() {
      stopFreeing()
      return storage.close()
    },
  }
}

/** Opens a storage that another thread of this process has opened. The two share the order of writes. */
export function openSharedClickHouseStorage({ target, versions, readTimeoutMs }: SharedHandle): Storage {
  const options = readTimeoutMs === undefined ? {} : { readTimeoutMs }
  return storageOn(new ClickHouse(target, options), new VersionClock(versions), options)
}

function storageOn(
  clickhouse: ClickHouse,
  clock: VersionClock,
  options: Omit<ClickHouseOptions, 'url'>,
): ClickHouseStorage {
  const writes = new DurationMeter()
  const parts = new RateMeter(monotonicMicros)
  const inserts = new InsertQueue(clickhouse, (seconds) => {
    writes.add(seconds * 1000)
    options.observer?.onWrite(seconds)
  })
  const access: Access = {
    clickhouse,
    inserts,
    clock,
    projects: new ProjectNames(inserts, clock),
    listeners: new WriteListeners(),
    countParts: (count) => parts.add(count),
  }
  let closing: Promise<void> | undefined

  return {
    ...stores(access),
    status: async () => ({
      engine: 'clickhouse',
      database_bytes: await databaseBytes(clickhouse),
      pending_bytes: null,
      writes_waiting: inserts.size,
      reads_waiting: clickhouse.readsRunning,
      writes_total: writes.total,
      write_ms: { p50: writes.percentile(50), p95: writes.percentile(95) },
      parts_total: parts.total,
      parts_per_second: parts.perSecond,
    }),
    probe: () => inserts.insert('probes', [{ id: 0, version: clock.next() }]),
    share() {
      const { target } = clickhouse
      const handle: SharedHandle = { target, versions: clock.memory, readTimeoutMs: options.readTimeoutMs }
      return { handle, transfer: [] }
    },
    close() {
      clickhouse.stop()
      closing ??= inserts.close().then(() => clickhouse.close())
      return closing
    },
  }
}

function stores(access: Access): Omit<Storage, 'status' | 'probe' | 'share' | 'close'> {
  const changes = new CallChangeLog(access.clickhouse, access.clock)
  const feedback = clickhouseFeedback(access, changes)
  const objects = clickhouseObjects(access)
  const queues = clickhouseQueues(access)
  const accounts = clickhouseAccounts(access)
  const prices = clickhousePrices(access)
  const calls = clickhouseCalls(access, {
    changes,
    stores: { accounts, feedback, objects, prices, queues },
    addProjects: (insert, projectIds) => access.projects.add(insert, projectIds),
  })
  return {
    accounts,
    audit: clickhouseAudit(access),
    projects: clickhouseProjects(access, calls),
    calls,
    objects,
    tables: clickhouseTables(access),
    files: clickhouseFiles(access),
    feedback,
    prices,
    queues,
    agentSpans: clickhouseAgentSpans(access),
  }
}

const clientOptions = ({ readTimeoutMs, observer }: ClickHouseOptions) => ({
  ...(readTimeoutMs === undefined ? {} : { readTimeoutMs }),
  ...(observer ? { onRead: observer.onRead.bind(observer) } : {}),
})
