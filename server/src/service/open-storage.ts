import type { Config } from '../config.ts'
import type { StorageObserver } from '../storage/port/status.ts'
import type { Storage } from '../storage/port.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'

/** Whether the data is in the data folder, which belongs to one server at a time. */
export const isEmbedded = ({ storage }: Pick<Config, 'storage'>): boolean => storage === ''

/** Opens the engine that the settings name. */
export async function openStorage(
  { storage, data, readTimeoutMs, sealAfterMs }: Config,
  observer?: StorageObserver,
): Promise<Storage> {
  const observed = observer && { observer }
  if (storage === '') return openSqliteStorage({ folder: data, readTimeoutMs, sealAfterMs, ...observed })
  // Loaded here: the embedded engine starts faster without it.
  const { openClickHouseStorage } = await import('../storage/clickhouse/storage.ts')
  return openClickHouseStorage({ url: storage, readTimeoutMs, ...observed })
}
