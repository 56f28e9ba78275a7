import { once } from 'node:events'
import { endpoint } from '@heddle/contract/endpoint'
import { ProjectId } from '@heddle/contract/schema'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
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

async function* failing(): AsyncGenerator<{ number: number }> {
  yield* []
  throw new ServiceError('not_found', 'nothing there')
}
