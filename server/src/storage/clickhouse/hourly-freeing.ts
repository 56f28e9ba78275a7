import { nowMicros } from '../../clock.ts'
import { MICROS_PER_DAY, type Micros } from '../../time.ts'
import { freeDeletedCalls } from './calls/call-space.ts'
import type { ClickHouse } from './connection/client.ts'
import { rewriteDeletedRows } from './disk-space.ts'
import { freeObjectEvents, freeRemovedRecords, freeSessions, RECORD_TABLES } from './record-space.ts'
import { reachesAllRows } from './rows/delete-rows.ts'

const FREED_EVERY_MS = 3_600_000
/** How far back to look for deleted calls, in case no server was up to free their space earlier. */
const FREED_WITHIN_MICROS = 7 * MICROS_PER_DAY
/** Hour of the day, in UTC, in which files with deleted rows are rewritten. Every server that is up makes a run in it. */
const REWRITTEN_AT_HOUR = 3

/** Deletes obsolete rows every hour in the background, one run after the other. Returns a function that stops it. */
export function freeEveryHour(clickhouse: ClickHouse): () => void {
  const stopped = new AbortController()
  let runs = Promise.resolve()
  const timer = setInterval(() => {
    const now = nowMicros()
    runs = runs.then(() => freeSpace(clickhouse, now, stopped.signal))
  }, FREED_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}

/** Takes every step until it is aborted, also after one that fails: the next run makes up for that one. */
export async function freeSpace(clickhouse: ClickHouse, now: Micros, signal?: AbortSignal): Promise<void> {
  // Nothing would be deleted, whatever is found.
  if (!reachesAllRows(clickhouse.target.layout)) return
  // Clocks of servers differ by less than a day.
  const settled = now - MICROS_PER_DAY
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['deleted calls', () => freeDeletedCalls(clickhouse, now - FREED_WITHIN_MICROS)],
    ['repeated publications', () => freeObjectEvents(clickhouse, settled)],
    ['expired sessions', () => freeSessions(clickhouse, settled)],
    ...RECORD_TABLES.map(
      (table) =>
        [`removed rows of ${table.name}`, () => freeRemovedRecords(clickhouse, table, settled)] as const,
    ),
    ...(hourOf(now) === REWRITTEN_AT_HOUR
      ? [['deleted rows', () => rewriteDeletedRows(clickhouse)] as const]
      : []),
  ]
  for (const [what, free] of steps) {
    if (signal?.aborted) return
    await free().catch((error: unknown) =>
      console.error(`The space of ${what} could not be freed, which will be tried again:`, error),
    )
  }
}

const hourOf = (at: Micros): number => Math.floor((at % MICROS_PER_DAY) / (MICROS_PER_DAY / 24))
