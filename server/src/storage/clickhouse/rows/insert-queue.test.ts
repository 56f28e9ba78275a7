import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { serveHeldHttp } from '../../../testing/http-server.ts'
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
