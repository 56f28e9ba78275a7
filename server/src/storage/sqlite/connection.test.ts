import { readdirSync, readlinkSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryDatabase } from '../../testing/sqlite-database.ts'
import { openForReading } from './connection.ts'

const CACHE_KIB = 1024

test.skipIf(process.platform !== 'linux')(
  'a sort of more than the cache holds goes on in a file that has no name any more',
  () => {
    const { path } = openTemporaryDatabase()
    const reader = openForReading(path, () => true, CACHE_KIB)
    onTestFinished(() => reader.close())
    const rows = reader
      .prepare(`with recursive n(i) as (select 1 union all select i + 1 from n limit 3000)
        select i, hex(randomblob(1024)) as text from n order by text`)
      .iterate()

    rows.next()

    expect(openFiles().filter((file) => /etilqs_\w+ \(deleted\)$/.test(file))).not.toEqual([])
    rows.return?.()
  },
)

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      // The listing's own descriptor is closed by now.
      return []
    }
  })
}
