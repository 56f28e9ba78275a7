import { expect, onTestFinished, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { serveHeldHttp } from '../../testing/http-server.ts'
import { end, objectVersion, start } from '../conformance/rows.ts'
import type { Storage } from '../port.ts'
import { VersionClock } from './rows/version-clock.ts'
import { openSharedClickHouseStorage } from './storage.ts'
import { parseTarget } from './target.ts'

const project_id = 'team/app'
const textOf = (mebibytes: number) => new JsonText(`"${'x'.repeat(mebibytes * 1024 ** 2)}"`)

/** A storage on a server that does not respond until `respond` is called. */
async function openHeldStorage() {
  const { host, respond } = await serveHeldHttp()
  const target = parseTarget(`clickhouse://${host}/heddle`)
  const versions = new VersionClock().memory
  const storage = openSharedClickHouseStorage({ target, versions, readTimeoutMs: undefined })
  onTestFinished(() => storage.close())
  return { storage, respond }
}

test.each([
  ['inputs', start({ project_id, id: 'a' }, { inputs: textOf(70) })],
  ['outputs', end({ project_id, id: 'a' }, { output: textOf(70) })],
])('%s of calls count as pending as soon as their write is accepted', async (_, part) => {
  const { storage, respond } = await openHeldStorage()
  const first = storage.calls.write([part])

  await expect(storage.calls.write([part])).rejects.toMatchObject({
    code: 'overloaded',
    details: { retry_after_seconds: 5 },
  })
  respond()
  await first

  await expect(storage.calls.write([part])).resolves.toBeUndefined()
})

const LARGE = 130

test.each<[string, (storage: Storage) => Promise<void>]>([
  ['calls', ({ calls }) => calls.write([start({ project_id, id: 'a' }, { inputs: textOf(LARGE) })])],
  ['files', ({ files }) => files.put(project_id, 'digest', new Uint8Array(LARGE * 1024 ** 2))],
  [
    'tables',
    ({ tables }) => tables.put(project_id, 'digest', ['row'], [{ digest: 'row', val: textOf(LARGE) }]),
  ],
  ['objects', ({ objects }) => objects.publish(objectVersion({ project_id, val: textOf(LARGE) }))],
])('the first write of %s to a project may have any size', async (_, write) => {
  const { storage, respond } = await openHeldStorage()
  respond()

  await expect(write(storage)).resolves.toBeUndefined()
})
