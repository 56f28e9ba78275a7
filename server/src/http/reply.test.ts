import { once } from 'node:events'
import { endpoint } from '@heddle/contract/endpoint'
import { ProjectId } from '@heddle/contract/schema'
import * as Type from 'typebox'
import { expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { JsonBytes } from '../json/bytes.ts'
import { inProject, operation } from '../operations/operation.ts'
import { basicAuth, startService } from '../testing/service.ts'

const example = { project_id: 'team/app' }
const countUp = endpoint({
  method: 'POST',
  path: '/count_up',
  tag: 'service',
  summary: 'Count',
  request: Type.Object({ project_id: ProjectId }),
  example,
  reply: Type.Object({ number: Type.Integer() }),
  replyAs: 'lines',
})

const serviceWith = (rows: () => AsyncIterable<{ number: number }>) =>
  startService({ operations: [operation(countUp, inProject('read'), async () => rows())] })

test('rows are streamed one per line, in order', async () => {
  const service = await serviceWith(async function* () {
    for (let number = 0; number < 20_000; number++) yield { number }
  })

  const { headers, body } = await service.post(countUp.path, example)

  expect(headers).toMatchObject({ 'content-type': 'application/jsonl' })
  expect(body).toEqual(Array.from({ length: 20_000 }, (_, number) => ({ number })))
})

test('a row of any length arrives complete', async () => {
  const texts = ['😀'.repeat(100_000), `a${'😀'.repeat(300_000)}`, 'é'.repeat(131_072)]
  const service = await startService({
    operations: [
      operation({ ...countUp, reply: Type.Object({ text: Type.String() }) }, inProject('read'), async () =>
        textRows(texts),
      ),
    ],
  })

  const { body } = await service.post(countUp.path, example)

  expect(body).toEqual(texts.map((text) => ({ text })))
})

async function* textRows(texts: readonly string[]) {
  for (const text of texts) yield { text }
}

test('an empty result is an empty body', async () => {
  const service = await serviceWith(async function* () {})

  expect(await service.post(countUp.path, example)).toMatchObject({ status: 200, body: [] })
})

test('an error before the first row sets the status', async () => {
  const service = await serviceWith(() => failing())

  expect(await service.post(countUp.path, example)).toMatchObject({ status: 404 })
})

test('a client that disconnects stops the query', async () => {
  let stopped = false
  const reader = new AbortController()
  const service = await serviceWith(async function* () {
    try {
      for (let number = 0; ; number++) yield { number }
    } finally {
      stopped = true
    }
  })
  const url = await service.listen()
  const headers = { authorization: basicAuth(service.adminKey) }

  const init = { method: 'POST', headers, body: JSON.stringify(example), signal: reader.signal }
  const response = await fetch(url + countUp.path, init)
  reader.abort()

  expect(response.status).toBe(200)
  await expect.poll(() => stopped).toBe(true)
})

test.each(['lines', 'events'] as const)(
  'a client that disconnects before the first of the %s stops the query',
  async (replyAs) => {
    let stopped = false
    const reader = new AbortController()
    async function* rows(signal: AbortSignal) {
      try {
        reader.abort()
        await once(signal, 'abort')
        for (let number = 0; ; number++) yield { number }
      } finally {
        stopped = true
      }
    }
    const count = operation({ ...countUp, replyAs }, inProject('read'), async (_, { signal }) => rows(signal))
    const service = await startService({ operations: [count] })
    const url = await service.listen()
    const headers = { authorization: basicAuth(service.adminKey) }

    const init = { method: 'POST', headers, body: JSON.stringify(example), signal: reader.signal }

    await expect(fetch(url + countUp.path, init)).rejects.toThrow()
    await expect.poll(() => stopped).toBe(true)
  },
)

const MIB = new JsonBytes(Buffer.alloc(1024 ** 2, '1'))

/** A JSON list of `count` numbers of a MiB each, and a function that returns how many of them were written. */
function listOf(count: number) {
  let written = 0
  function* numbers() {
    while (written < count) {
      written++
      yield MIB
    }
  }
  return { numbers, written: () => written }
}

const listNumbers = endpoint({ ...countUp, reply: Type.Array(Type.Unknown()), replyAs: 'json' })

test('a JSON document over 256 MiB is refused as soon as that much is written', async () => {
  const { numbers, written } = listOf(300)
  const list = operation(listNumbers, inProject('read'), async () => numbers())
  const service = await startService({ operations: [list] })

  const reply = await service.post(listNumbers.path, example)

  expect(reply).toMatchObject({ status: 413, body: { reason: expect.stringContaining('over 256 MiB') } })
  expect(written()).toBeLessThan(260)
})

test('a JSON document is not written for a client that has disconnected', async () => {
  const { numbers, written } = listOf(100)
  const reader = new AbortController()
  const list = operation(listNumbers, inProject('read'), async (_, { signal }) => {
    reader.abort()
    await once(signal, 'abort')
    return numbers()
  })
  const service = await startService({ operations: [list] })
  const url = await service.listen()
  const headers = { authorization: basicAuth(service.adminKey) }

  const init = { method: 'POST', headers, body: JSON.stringify(example), signal: reader.signal }
  await expect(fetch(url + listNumbers.path, init)).rejects.toThrow()

  await expect.poll(written).toBe(1)
})

async function* failing(): AsyncGenerator<{ number: number }> {
  yield* []
  throw new ServiceError('not_found', 'nothing there')
}
