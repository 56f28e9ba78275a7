import { EventEmitter, once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { serveHeldHttp, serveHttp } from '../../../testing/http-server.ts'
import { ClickHouse } from '../connection/client.ts'
import { encodeRows } from '../schema/encoders.ts'
import { parseTarget } from '../target.ts'
import { InsertQueue } from './insert-queue.ts'

const MIB = 1024 ** 2

/** A queue to a server that does not respond until `respond` is called. */
async function openQueue() {
  const { host, bodies, respond } = await serveHeldHttp()
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  return { queue: new InsertQueue(clickhouse, () => {}), bodies, respond }
}

/** A queue to a server that answers an INSERT with an error, if there is one for the bytes of its rows. */
async function openRefusing(errorOf: (bytes: Buffer) => string | undefined) {
  const stored: string[] = []
  const host = await serveHttp(async (request, response) => {
    const bytes = await buffer(request)
    const error = errorOf(bytes)
    if (error === undefined) stored.push(...(bytes.toString('latin1').match(/[a-z]+/g) ?? []))
    response.writeHead(error === undefined ? 200 : 500).end(error)
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  const queue = new InsertQueue(clickhouse, () => {})
  const insertAll = (names: readonly string[]) =>
    Promise.allSettled(names.map((setting) => queue.insert('projects', [{ setting }])))
  return { insertAll, stored }
}

const MEMORY_LIMIT =
  'Code: 241. DB::Exception: Query memory limit exceeded: would use 5.00 GiB. (MEMORY_LIMIT_EXCEEDED)'
const BAD_ROW = 'Code: 117. DB::Exception: Cannot parse. (INCORRECT_DATA)'
const TOO_SLOW = 'Code: 159. DB::Exception: Timeout exceeded: elapsed 60 seconds. (TIMEOUT_EXCEEDED)'
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

test.each([
  ['that is too large', MEMORY_LIMIT, { code: 'too_large' }],
  ['with a bad row', BAD_ROW, { message: 'Cannot parse. ' }],
])('a batch %s is stored in parts, and fails only the write that it is for', async (_, error, reason) => {
  const { insertAll, stored } = await openRefusing((bytes) => (bytes.includes('c') ? error : undefined))

  const results = await insertAll(NAMES)

  expect(results.flatMap((result, at) => (result.status === 'fulfilled' ? [] : [NAMES[at]]))).toEqual(['c'])
  expect(results[2]).toMatchObject({ reason })
  expect(stored).toEqual(['a', 'b', 'd', 'e', 'f', 'g'])
})

test('writes that together need too much memory are stored in parts', async () => {
  const { insertAll, stored } = await openRefusing((bytes) => (bytes.length > 20 ? MEMORY_LIMIT : undefined))

  const results = await insertAll(NAMES)

  expect(results.map(({ status }) => status)).not.toContain('rejected')
  expect(stored).toEqual(NAMES)
})

test('writes that take too long are to be sent again', async () => {
  const { insertAll } = await openRefusing(() => TOO_SLOW)

  const [result] = await insertAll(['a'])

  expect(result).toMatchObject({ reason: { code: 'unavailable', details: { retry_after_seconds: 5 } } })
})

test('writes that wait for an INSERT share the next one', async () => {
  const { queue, bodies, respond } = await openQueue()

  const first = queue.insert('projects', [{ setting: 'a' }])
  await expect.poll(() => bodies.length).toBe(1)
  const others = ['b', 'c', 'd'].map((setting) => queue.insert('projects', [{ setting }]))
  respond()
  await Promise.all([first, ...others])

  // Of five columns, the others are defaults.
  const row = (setting: string) => `\x01\0\x01${setting}\x01\x01\x01`
  expect(bodies).toEqual([row('a'), row('b') + row('c') + row('d')])
})

test('further writes are refused while too many wait, and accepted once they are stored', async () => {
  const { queue, respond } = await openQueue()
  const accepted = Array.from({ length: 2_000 }, (_, id) => queue.insert('probes', [{ id: id % 256 }]))

  await expect(queue.insert('probes', [{ id: 1 }])).rejects.toMatchObject({
    code: 'overloaded',
    details: { retry_after_seconds: 5 },
  })
  respond()
  await Promise.all(accepted)

  await expect(queue.insert('probes', [{ id: 0 }])).resolves.toBeUndefined()
})

test('further writes are refused while too many bytes wait', async () => {
  const { queue, respond } = await openQueue()
  const large = queue.insert('projects', [{ value: 'x'.repeat(128 * MIB) }])

  await expect(queue.insert('probes', [{ id: 1 }])).rejects.toMatchObject({ code: 'overloaded' })
  respond()
  await large
})

test('the bytes of a write are pending before it inserts them, and no longer once it has failed', async () => {
  const { queue } = await openQueue()
  const started = new EventEmitter()
  const failing = queue.run(100 * MIB, async () => {
    await once(started, 'fail')
    throw new Error('failed')
  })

  await expect(queue.run(29 * MIB, async () => 'refused')).rejects.toMatchObject({ code: 'overloaded' })
  await expect(queue.run(28 * MIB, async () => 'accepted')).resolves.toBe('accepted')
  started.emit('fail')
  await expect(failing).rejects.toThrow('failed')

  await expect(queue.run(200 * MIB, async () => 'accepted')).resolves.toBe('accepted')
})

test('rows count once, and by their bytes if these are more than announced', async () => {
  const { queue, respond } = await openQueue()
  const rows = encodeRows('projects', [{ value: 'x'.repeat(60 * MIB) }])
  const announced = queue.run(60 * MIB, (insert) => insert(rows))
  const longer = queue.run(1, (insert) => insert(rows))

  await expect(queue.run(9 * MIB, async () => 'refused')).rejects.toMatchObject({ code: 'overloaded' })
  await expect(queue.run(7 * MIB, async () => 'accepted')).resolves.toBe('accepted')
  respond()
  await Promise.all([announced, longer])
})

test('a queue that is closed stores what it accepted, and refuses the rest', async () => {
  const { queue, bodies, respond } = await openQueue()
  const accepted = queue.insert('probes', [{ id: 0 }])
  const closed = queue.close()

  await expect(queue.insert('probes', [{ id: 1 }])).rejects.toMatchObject({ code: 'unavailable' })
  respond()
  await Promise.all([accepted, closed])

  expect(bodies).toHaveLength(1)
})
