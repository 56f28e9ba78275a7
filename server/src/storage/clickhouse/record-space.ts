import { joined, sql, trusted } from '../../query/fragment.ts'
import type { ClickHouse } from './connection/client.ts'
import { textList } from './literals.ts'
import { batchesOf } from './rows/batches.ts'
import { deleteRows } from './rows/delete-rows.ts'

const ROWS_PER_STATEMENT = 1_000
/** Per run; the next one continues. */
const ROWS_MAX = 100_000

/**
 * Deletes obsolete events of objects: an SDK publishes its ops at every start, and each publication is a row. For each version it
 * keeps the events that `versionsOf` reads, now and after any later event: its first publication, its last one, the first one
 * after the last deletion before that; of its deletions that one, the first after the last publication, and the last. Only events before
 * `beforeVersion` are deleted, since those of slower clocks may still arrive. Returns the number of rows.
 */
export async function freeObjectEvents(clickhouse: ClickHouse, beforeVersion: number): Promise<number> {
  const found = await clickhouse.query<Record<(typeof EVENT_KEY)[number], string> & { version: number }>(
    sql`select ${trusted(EVENT_KEY.join(', '))}, arrayJoin(arrayConcat(
        arrayFilter(at -> at < ${BigInt(beforeVersion)} and not has([published[1], last_at, first_again], at), published),
        arrayFilter(at -> at < ${BigInt(beforeVersion)} and not has([deleted_before, deleted_after, deleted[-1]], at), deleted)
      )) as version
      from (
        select ${trusted(EVENT_KEY.join(', '))},
          arraySort(groupUniqArrayIf(version, event = 'publish')) as published,
          arraySort(groupUniqArrayIf(version, event = 'delete')) as deleted,
          published[-1] as last_at,
          arrayMax(arrayFilter(at -> at < last_at, arrayPushBack(deleted, 0))) as deleted_before,
          arrayFirst(at -> at > deleted_before, published) as first_again,
          arrayFirst(at -> at > last_at, deleted) as deleted_after
        from object_events group by ${trusted(EVENT_KEY.join(', '))} having length(published) + length(deleted) > 2
      ) limit ${BigInt(ROWS_MAX)}`,
    { kind: 'scan' },
  )
  const rows = found.map(
    ({ project_id, object_id, kind, digest, version }) =>
      sql`(${project_id}, ${object_id}, ${kind}, ${digest}, ${BigInt(version)})`,
  )
  for (const batch of batchesOf(rows, ROWS_PER_STATEMENT)) {
    const key = trusted([...EVENT_KEY, 'version'].join(', '))
    await deleteRows(clickhouse, 'object_events', sql`(${key}) in (${joined(batch, ', ')})`)
  }
  return found.length
}

const EVENT_KEY = ['project_id', 'object_id', 'kind', 'digest'] as const

/** Deletes sessions that expired, and rows of those that were closed, before an instant. Returns their number. */
export async function freeSessions(clickhouse: ClickHouse, before: number): Promise<number> {
  const found = await clickhouse.query<{ hash: string }>(
    sql`select hash from sessions group by hash
      having max(expires_at) < ${BigInt(before)} and max(version) < ${BigInt(before)} limit ${BigInt(ROWS_MAX)}`,
    { kind: 'scan' },
  )
  for (const batch of batchesOf(found, ROWS_PER_STATEMENT)) {
    const hashes = textList(batch.map(({ hash }) => hash))
    await deleteRows(clickhouse, 'sessions', sql`hash in ${hashes}`)
  }
  return found.length
}
