import type { ClickHouseStorage } from '../storage/clickhouse/storage.ts'
import type { Storage } from '../storage/port.ts'
import { openSharedSqliteStorage } from '../storage/sqlite/shared-storage.ts'

type SqliteHandle = Parameters<typeof openSharedSqliteStorage>[0]
type ClickHouseHandle = ReturnType<ClickHouseStorage['share']>['handle']

/** Opens the storage that the main thread has opened, by what its `share` returned. */
export async function openSharedStorage(handle: SqliteHandle | ClickHouseHandle): Promise<Storage> {
  if ('databasePath' in handle) return openSharedSqliteStorage(handle)
  const { openSharedClickHouseStorage } = await import('../storage/clickhouse/storage.ts')
  return openSharedClickHouseStorage(handle)
}
