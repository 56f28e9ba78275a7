import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'

const server = await clickhouseForTests()
const MIB = 1024 ** 2
const PROJECT = 'team/app'

test.skipIf(server === undefined)(
  'a page of large rows needs no memory for all that it looks at',
  async () => {
    const { storage } = await openWithClient(`${server?.urls[0] ?? ''}?max_memory_usage=${100 * MIB}`)
    for (let at = 0; at < 60; at++) await storage.files.put(PROJECT, `file-${at}`, randomBytes(2 * MIB))

    const sizes: number[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await storage.files.listAll(PROJECT, cursor, { rowsMax: 1_000, bytesMax: 8 * MIB })
      sizes.push(page.rows.length)
      cursor = page.next
    }

    expect(sizes).toEqual(Array.from({ length: 15 }, () => 4))
  },
)
