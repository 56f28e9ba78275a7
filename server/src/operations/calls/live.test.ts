import { setTimeout as wait } from 'node:timers/promises'
import { queryCalls } from '@heddle/contract/calls-query'
import { createClient } from '@heddle/contract/client'
import { type LiveEvent, watchCalls } from '@heddle/contract/live'
import type { Static } from 'typebox'
import { expect, test } from 'vitest'
import type { Storage } from '../../storage/port.ts'
import { end, equal, record, start } from '../../testing/builders.ts'
import { basicAuth, type Service, startService } from '../../testing/service.ts'

const PROJECT = 'team/app'

interface Listener {
  next(): Promise<LiveEvent>
  leave(): void
}

type Watched = Partial<Static<typeof watchCalls.request>>

/** Listens over a real socket, from the moment the stream is ready. */
async function listen(service: Service, request: Watched = {}, apiKey = service.adminKey): Promise<Listener> {
  const leaving = new AbortController()
  const client = createClient({ baseUrl: await service.listen(), apiKey })
  const events = await client.call(
    watchCalls,
    { project_id: PROJECT, ...request },
    { signal: leaving.signal },
  )
  const iterator = events[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      if (done) throw new Error('the stream has ended')
      return value
    },
    leave: () => leaving.abort(),
  }
}

test('an event is sent when a call starts, ends and is deleted', async () => {
  const service = await startService()
  const listener = await listen(service)
  expect(await listener.next()).toMatchObject({ kind: 'ready' })

  await record(service, start(PROJECT, { id: 'a' }))
  expect(await listener.next()).toMatchObject({
    kind: 'running',
    id: 'a',
    call: { id: 'a', op_name: 'answer' },
  })

  await record(service, end(PROJECT, 'a'))
  expect(await listener.next()).toMatchObject({
    kind: 'ended',
    id: 'a',
    call: { ended_at: expect.any(String) },
  })

  await service.post('/calls/delete', { project_id: PROJECT, call_ids: ['a'] })
  expect(await listener.next()).toMatchObject({ kind: 'deleted', id: 'a' })
})

test.each<[string, (service: Service, userId: string) => Promise<unknown>]>([
  ['key', async ({ storage }, userId) => removeKeys(storage, userId)],
  ['membership', ({ storage }, userId) => storage.accounts.removeMembership(userId, 'team')],
  ['user', ({ storage }, userId) => storage.accounts.removeUser(userId)],
  ['right to read', ({ storage }, userId) => limitKeys(storage, userId)],
])('a stream ends when its %s is gone, and tells nothing more', async (_, remove) => {
  const service = await startService()
  const { user, key } = await service.createUser({ entity: 'team' })
  const listener = await listen(service, {}, key)
  expect(await listener.next()).toMatchObject({ kind: 'ready' })

  await remove(service, user.id)
  // Valid keys are cached for a second.
  await wait(1_100)
  await record(service, start(PROJECT, { id: 'secret' }))

  await expect(listener.next()).rejects.toThrow('the stream has ended')
})

test('an idle stream also ends when its key is revoked', async () => {
  const service = await startService()
  const { user, key } = await service.createUser({ entity: 'team' })
  const listener = await listen(service, {}, key)
  await listener.next()

  await removeKeys(service.storage, user.id)

  await expect(listener.next()).rejects.toThrow('the stream has ended')
})

test('a stream ends when its session is signed out', async () => {
  const service = await startService()
  const url = await service.listen()
  const origin = url
  const opened = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify({ key: service.adminKey }),
  })
  const headers = { origin, cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const body = JSON.stringify({ project_id: PROJECT })
  const stream = await fetch(`${url}${watchCalls.path}`, { method: 'POST', headers, body })
  expect(stream.status).toBe(200)

  await fetch(`${url}/session`, { method: 'DELETE', headers })
  await record(service, start(PROJECT, { id: 'secret' }))

  expect(await stream.text()).not.toContain('secret')
})

test.for([
  ['of a list', {}],
  ['of a list with sizes', { include_total_storage_size: true }],
] as const)(
  'a stream from the cursor %s has everything that the list does not have',
  async ([_, options]) => {
    const service = await startService()
    await record(service, start(PROJECT, { id: 'listed' }))
    const list = await service.call(queryCalls, { project_id: PROJECT, include_cursor: true, ...options })
    expect(list).toMatchObject({ calls: [{ id: 'listed' }], cursor: expect.any(String) })
    await record(service, start(PROJECT, { id: 'late' }))

    const listener = await listen(service, { cursor: list.cursor ?? null })

    expect(await listener.next()).toMatchObject({ kind: 'ready' })
    expect(await listener.next()).toMatchObject({ kind: 'running', id: 'late' })
  },
)

test('a list has no cursor unless requested', async () => {
  const service = await startService()

  expect(await service.call(queryCalls, { project_id: PROJECT })).toEqual({ calls: [] })
})

test('only matching calls are sent, with the requested columns', async () => {
  const service = await startService()
  const listener = await listen(service, {
    filter: { trace_roots_only: true },
    query: { $expr: equal('inputs.q', 'yes') },
    columns: ['inputs'],
  })
  await listener.next()

  await record(
    service,
    start('team/other', { id: 'elsewhere', inputs: { q: 'yes' } }),
    start(PROJECT, { id: 'child', parent_id: 'p', inputs: { q: 'yes' } }),
    start(PROJECT, { id: 'no', inputs: { q: 'no' } }),
    start(PROJECT, { id: 'yes', inputs: { q: 'yes' }, attributes: { big: 1 } }),
  )

  expect(await listener.next()).toMatchObject({ id: 'yes', call: { inputs: { q: 'yes' }, attributes: {} } })
})

test('a listener that reconnects with a cursor receives the changes it missed', async () => {
  const service = await startService()
  const first = await listen(service)
  await first.next()
  await record(service, start(PROJECT, { id: 'received' }))
  const { cursor } = await first.next()
  first.leave()
  await record(service, start(PROJECT, { id: 'missed-1' }), start(PROJECT, { id: 'missed-2' }))

  const second = await listen(service, { cursor })

  expect(await second.next()).toEqual({ kind: 'ready', cursor })
  expect(await second.next()).toMatchObject({ id: 'missed-1' })
  expect(await second.next()).toMatchObject({ id: 'missed-2' })
})

test('the Last-Event-ID header resumes a stream as well', async () => {
  const service = await startService()
  await record(service, start(PROJECT, { id: 'a' }))
  const url = await service.listen()
  const leaving = new AbortController()

  const response = await fetch(url + watchCalls.path, {
    method: 'POST',
    headers: { authorization: basicAuth(service.adminKey), 'last-event-id': '1.0' },
    body: JSON.stringify({ project_id: PROJECT }),
    signal: leaving.signal,
  })
  const text = await textUntil(response, '"id":"a"')
  leaving.abort()

  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(text).toMatch(/^id: 1.0\ndata: \{"kind":"ready","cursor":"1.0"\}\n\nid: 1.1\ndata: /)
})

test('an expired cursor is reported, and later changes are not lost', async () => {
  const service = await startService()
  const listener = await listen(service, { cursor: '999999.0' })

  expect(await listener.next()).toMatchObject({ kind: 'ready', cursor: '1.0' })
  expect(await listener.next()).toMatchObject({ kind: 'missed', cursor: '1.0' })

  await record(service, start(PROJECT, { id: 'a' }))
  expect(await listener.next()).toMatchObject({ kind: 'running', id: 'a' })
})

test.each([
  ['a cursor of no server', { cursor: 'x' }, 400],
  ['an unknown column', { columns: ['nothing'] }, 422],
  ['an unknown field', { query: { $expr: equal('nothing', 1) } }, 422],
])('%s is refused before anything is sent', async (_, request, status) => {
  const service = await startService()

  expect(await service.post(watchCalls.path, { project_id: PROJECT, ...request })).toMatchObject({ status })
})

test('the service stops while clients are listening', async () => {
  const service = await startService()
  const listener = await listen(service)
  await listener.next()

  const ended = expect(listener.next()).rejects.toThrow()
  await service.close()

  await ended
})

test('a user may have twenty streams at once, and another one once one is closed', async () => {
  const service = await startService()
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(service)))

  await expect(listen(service)).rejects.toMatchObject({ status: 429 })
  listeners[0]?.leave()

  await expect.poll(() => listen(service).catch(() => undefined)).toBeDefined()
})

async function textUntil(response: Response, wanted: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(wanted)) return text
  }
  return text
}

async function removeKeys({ accounts }: Storage, userId: string): Promise<void> {
  for (const { id } of await accounts.keys(userId)) await accounts.removeKey(id)
}

async function limitKeys({ accounts }: Storage, userId: string): Promise<void> {
  for (const key of await accounts.keys(userId)) {
    await accounts.removeKey(key.id)
    await accounts.putKey({ ...key, scope: 'write' })
  }
}
