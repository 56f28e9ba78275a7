import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { readCall } from './calls.ts'
import { streamCalls } from './calls-query.ts'
import { type ApiError, createClient } from './client.ts'
import { createFile, readFile } from './files.ts'
import { watchCalls } from './live.ts'
import { readMetrics } from './server-status.ts'
import { readHealth } from './service.ts'
import { addTags, listTags } from './tags.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

test('a request travels as JSON with the key as the password', async () => {
  const { client, received } = await serve(json({ call: null }))

  const reply = await client.call(readCall, { project_id: 'team/app', id: 'c1', include_costs: null })

  expect(reply).toEqual({ call: null })
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/call/read',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('api:secret')}` },
      body: '{"project_id":"team/app","id":"c1"}',
    },
  ])
})

test('fields named in the path travel there, percent-encoded, and nowhere else', async () => {
  const { client, received } = await serve(json({}))

  await client.call(addTags, { object_id: 'a/b ?', digest: 'd', project_id: 'team/app', tags: ['x'] })

  expect(received).toMatchObject([
    {
      method: 'PUT',
      url: '/objs/a%2Fb%20%3F/versions/d/tags',
      body: '{"project_id":"team/app","tags":["x"]}',
    },
  ])
})

test('a request without a body travels in the query string', async () => {
  const { client, received } = await serve(json({ tags: ['x'] }))

  const reply = await client.call(listTags, { project_id: 'team/app' })

  expect(reply.tags).toEqual(['x'])
  expect(received).toMatchObject([{ method: 'GET', url: '/tags?project_id=team%2Fapp', body: '' }])
})

test('bytes travel as a part of a form', async () => {
  const { client, received } = await serve(json({ digest: 'd' }))

  await client.call(createFile, { project_id: 'team/app', file: new Uint8Array([104, 105]) })

  const [{ headers, body } = { headers: {}, body: '' }] = received
  const form = await new Response(body, {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData()
  const file = form.get('file')
  expect(form.get('project_id')).toBe('team/app')
  expect(file instanceof Blob && (await file.text())).toBe('hi')
})

test('bytes come back untouched', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  const { client } = await serve((_, response) => response.end(bytes))

  const reply = await client.call(readFile, { project_id: 'team/app', digest: 'd' })

  expect(reply).toEqual(bytes)
})

test('lines are read one by one, however the bytes are cut', async () => {
  const { client } = await serve((_, response) => {
    const bytes = Buffer.from('{"id":"é"}\n\n{"id":"two"}\n{"id":"three"}')
    for (const byte of bytes) response.write(Buffer.of(byte))
    response.end()
  })

  const ids: string[] = []
  for await (const call of await client.call(streamCalls, { project_id: 'team/app' })) ids.push(call.id)

  expect(ids).toEqual(['é', 'two', 'three'])
})

test('a line that comes in very many parts is read in linear time', { timeout: 5_000 }, async () => {
  const parts = ['{"output":"', ...Array<string>(30_000).fill('x'.repeat(100)), '"}\n{"output":"y"}'].values()
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const { value, done } = parts.next()
      if (done) stream.close()
      else stream.enqueue(new TextEncoder().encode(value))
    },
  })
  const client = createClient({ baseUrl: '', fetch: async () => new Response(body) })

  const lengths: number[] = []
  for await (const call of await client.call(streamCalls, { project_id: 'team/app' }))
    lengths.push(String(call.output).length)

  expect(lengths).toEqual([3_000_000, 1])
})

test('events are read by their data, and comments are passed over', async () => {
  const { client } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      'id: 1\ndata: {"kind":"ready","cursor":"1"}\n\n: still here\n\ndata: {"kind":"missed","cursor":"2"}\n\n',
    )
  })

  const kinds: string[] = []
  for await (const event of await client.call(watchCalls, { project_id: 'team/app' })) kinds.push(event.kind)

  expect(kinds).toEqual(['ready', 'missed'])
})

test('text comes back as it is', async () => {
  const { client } = await serve((_, response) => response.end('heddle_listeners 0\n'))

  expect(await client.call(readMetrics, {})).toBe('heddle_listeners 0\n')
})

test('leaving a stream of lines early ends the transfer', async () => {
  let closed: Promise<unknown> = Promise.resolve()
  const { client } = await serve((_, response) => {
    closed = new Promise((resolve) => response.on('close', resolve))
    response.write('{"id":"one"}\n')
  })

  for await (const call of await client.call(streamCalls, { project_id: 'team/app' })) {
    expect(call.id).toBe('one')
    break
  }

  await closed
})

test.each([
  ['a reason', 404, { reason: 'no such object', deleted_at: 'then' }, '404: no such object'],
  [
    'issues',
    422,
    { detail: [{ loc: ['body', 'id'], msg: 'is missing', type: 'missing' }] },
    '422: body.id: is missing',
  ],
  [
    'a detail beside its reason',
    403,
    { detail: 'Only an admin of team may do this', reason: 'Forbidden' },
    '403: Only an admin of team may do this',
  ],
  ['a missing route', 404, { detail: 'Not Found' }, '404: Not Found'],
])('a refusal with %s rejects with its status, body and message', async (_, status, body, message) => {
  const { client } = await serve(json(body, status))

  const refusal = await refusalOf(client.call(readCall, { project_id: 'team/app', id: 'c1' }))

  expect(refusal).toMatchObject({
    name: 'ApiError',
    status,
    body,
    message,
    reason: message.slice('404: '.length),
  })
})

test('a refusal that is not JSON keeps its text', async () => {
  const { client } = await serve((_, response) => response.writeHead(502).end('bad gateway'))

  const refusal = await refusalOf(client.call(readHealth, {}))

  expect(refusal).toMatchObject({ status: 502, body: 'bad gateway' })
})

test('the service may live under a path, with or without a slash at its end', async () => {
  const { baseUrl, received } = await serve(json({ status: 'ok' }))

  await createClient({ baseUrl: `${baseUrl}/traces/` }).call(readHealth, {})

  expect(received).toMatchObject([{ url: '/traces/health' }])
  expect(received[0]?.headers).not.toHaveProperty('authorization')
})

interface ReceivedRequest extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string
}

async function serve(answer: RequestListener) {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const baseUrl = `http://127.0.0.1:${port}`
  return { baseUrl, received, client: createClient({ baseUrl, apiKey: 'secret' }) }
}

function json(body: unknown, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

async function refusalOf(reply: Promise<unknown>): Promise<ApiError> {
  return await reply.then(
    () => Promise.reject(new Error('the request was not refused')),
    (error: ApiError) => error,
  )
}
