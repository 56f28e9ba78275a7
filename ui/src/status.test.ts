import { createClient } from '@heddle/contract/client'
import { expect, test } from 'vitest'
import { readStatus } from './status.ts'

test('a server that answers is running, with what it says of itself', async () => {
  const status = await readStatus(
    clientOf({
      '/health': { status: 'ok' },
      '/server_info': { min_required_weave_python_version: '0.52.0', trace_server_version: '0.1.0' },
      '/version': { version: '0.1.0' },
    }),
  )

  expect(status).toEqual({ state: 'running', version: '0.1.0', pythonSdk: '0.52.0 or later' })
})

test('a server that asks for no version takes any', async () => {
  const status = await readStatus(
    clientOf({
      '/health': { status: 'ok' },
      '/server_info': { min_required_weave_python_version: '0.0.0', trace_server_version: '0.1.0' },
      '/version': { version: '0.1.0' },
    }),
  )

  expect(status).toMatchObject({ pythonSdk: 'any version' })
})

test('a server that refuses one of the questions is silent', async () => {
  const status = await readStatus(clientOf({ '/health': { status: 'ok' } }))

  expect(status).toEqual({ state: 'silent' })
})

/** A client whose server has these replies and no others. */
function clientOf(replies: Record<string, object>) {
  const answers = new Map(Object.entries(replies))
  return createClient({
    baseUrl: 'http://heddle.test',
    fetch: async (url) => {
      const reply = answers.get(new URL(String(url)).pathname)
      return reply ? Response.json(reply) : Response.json({ detail: 'Not Found' }, { status: 404 })
    },
  })
}
