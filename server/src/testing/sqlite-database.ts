import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { openForWriting } from '../storage/sqlite/connection.ts'
import type { Database } from '../storage/sqlite/database/driver.ts'
import { migrate } from '../storage/sqlite/database/migrate.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The migrations that the product ships. */
export const MIGRATIONS = fileURLToPath(new URL('../storage/sqlite/database/migrations', import.meta.url))

/** The product's database in a file of its own, closed and removed after the test. */
export function openTemporaryDatabase(): { readonly db: Database; readonly path: string } {
  const path = join(temporaryFolder(), 'data.sqlite')
  const db = openForWriting(path)
  onTestFinished(() => db.close())
  migrate(db, path, MIGRATIONS)
  return { db, path }
}
