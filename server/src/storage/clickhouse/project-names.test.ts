import { expect, onTestFinished, test } from 'vitest'
import { bytesKeptBy, cutFromRequest } from '../../testing/memory.ts'
import { ClickHouse } from './connection/client.ts'
import { ProjectNames } from './project-names.ts'
import { InsertQueue } from './rows/insert-queue.ts'
import { VersionClock } from './rows/version-clock.ts'
import { parseTarget } from './target.ts'

/** Names, and how many of them were written by each write. */
function openNames() {
  const clickhouse = new ClickHouse(parseTarget('clickhouse://localhost/heddle'))
  onTestFinished(() => clickhouse.close())
  const names = new ProjectNames(new InsertQueue(clickhouse, () => {}), new VersionClock())
  const written: number[] = []
  const add = (projectIds: readonly string[]) =>
    names.add(async ({ count }) => void written.push(count), projectIds)
  return { add, written }
}

const projects = (count: number) => Array.from({ length: count }, (_, at) => `a-team/application-${at}`)

test('a project is registered once, and again after ten thousand others', async () => {
  const { add, written } = openNames()

  await add(projects(10_000))
  await add(projects(10_000))
  await add(['team/another'])
  await add(['team/another', 'a-team/application-0', 'team/\ud800', 'team/\udfff'])
  await add(['team/another', 'a-team/application-0', 'team/\ud800', 'team/\udfff'])

  expect(written).toEqual([10_000, 1, 3])
})

test('names of projects do not keep the requests they came with', async () => {
  const { add, written } = openNames()

  const kept = await bytesKeptBy(async () => {
    for (const name of projects(200)) await add([cutFromRequest(name)])
  })

  expect(kept).toBeLessThan(50_000_000)
  await add(projects(200))
  expect(written).toHaveLength(200)
})
