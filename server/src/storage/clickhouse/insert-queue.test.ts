import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../testing/http-server.ts'
import { ClickHouse } from './client.ts'
import { InsertQueue } from './insert-queue.ts'
import { parseTarget } from './target.ts'

/** A queue to a server that does not respond until `respond` is called. */
async function openQueue() {
  const bodies: string[] = []
  const waiting: ServerResponse[] = []
  let isHolding = true
  const host = await serveHttp(async (request, response) => {
    bodies.push(await text(request))
    if (isHolding) waiting.push(response)
    else response.end()
  })
  const clickhouse = new ClickHouse(parseTarget(`clickhouse://${host}/heddle`))
  onTestFinished(() => clickhouse.close())
  return {
    queue: new InsertQueue(clickhouse, () => {}),
    bodies,
    respond() {
      isHolding = false
      for (const response of waiting) response.end()
    },
  }
}

test('writes that wait for an INSERT share the next one', async () => {
  const { queue, bodies, respond } = await openQueue()

  const first = queue.insert('t', [{ id: 0 }])
  await expect.poll(() => bodies.length).toBe(1)
  const others = [1, 2, 3].map((id) => queue.insert('t', [{ id }]))
  respond()
  await Promise.all([first, ...others])

  expect(bodies).toEqual([
    'INSERT INTO t FORMAT JSONEachRow\n{"id":0}',
    'INSERT INTO t FORMAT JSONEachRow\n{"id":1}\n{"id":2}\n{"id":3}',
  ])
})

test('further writes are refused while too many wait, and accepted once they are stored', async () => {
  const { queue, respond } = await openQueue()
  const accepted = Array.from({ length: 2_000 }, (_, id) => queue.insert('t', [{ id }]))

  await expect(queue.insert('t', [{ id: 'refused' }])).rejects.toMatchObject({
    code: 'overloaded',
    details: { retry_after_seconds: 5 },
  })
  respond()
  await Promise.all(accepted)

  await expect(queue.insert('t', [{ id: 'accepted' }])).resolves.toBeUndefined()
})

test('further writes are refused while too many bytes wait', async () => {
  const { queue, respond } = await openQueue()
  const large = queue.insert('t', [{ text: 'x'.repeat(128 * 1024 ** 2) }])

  await expect(queue.insert('t', [{ id: 'refused' }])).rejects.toMatchObject({ code: 'overloaded' })
  respond()
  await large
})

test('a queue that is closed stores what it accepted, and refuses the rest', async () => {
  const { queue, bodies, respond } = await openQueue()
  const accepted = queue.insert('t', [{ id: 'accepted' }])
  const closed = queue.close()

  await expect(queue.insert('t', [{ id: 'late' }])).rejects.toMatchObject({ code: 'unavailable' })
  respond()
  await Promise.all([accepted, closed])

  expect(bodies).toHaveLength(1)
})
