import { gzipSync } from 'node:zlib'
import { exportTraces } from '@heddle/contract/otel'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, idsOf, readOne } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, protobufOf, SPAN_ID, spanId } from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const send = (
  body: Buffer | string,
  headers: Record<string, string>,
  url = '/otel/v1/traces',
  key?: string | null,
) => service.request({ method: 'POST', url, body, headers, ...(key !== undefined && { key }) })

const sendJson = (request: object, headers: Record<string, string> = {}, url?: string, key?: string | null) =>
  send(JSON.stringify(request), { 'content-type': 'application/json', ...headers }, url, key)

const PROTOBUF = { 'content-type': 'application/x-protobuf' }

test.each([
  '/otel/v1/traces',
  '/v1/traces',
  '/api/public/otel/v1/traces',
  '/traces/otel/v1/traces',
  '/traces/v1/traces',
])('spans sent to %s are calls', async (url) => {
  const project_id = newProject()

  const reply = await sendJson(exportOf([exportedSpan({ input: 'hi' })], inProject(project_id)), {}, url)

  expect(reply).toMatchObject({ status: 200, body: {} })
  expect(await callsOf(service, project_id)).toMatchObject([
    {
      id: SPAN_ID,
      inputs: { input: 'hi' },
      summary: { weave: { status: 'success', latency_ms: 1250, display_name: 'answer' } },
    },
  ])
})

test('protobuf is answered in protobuf, and an answer without rejections is empty', async () => {
  const project_id = newProject()
  const body = gzipSync(protobufOf(exportOf([exportedSpan()], inProject(project_id))))

  const reply = await send(body, { ...PROTOBUF, 'content-encoding': 'gzip' })

  expect(reply).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-type': 'application/x-protobuf' },
  })
  expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
})

test('a large resource is not multiplied by the number of its spans', async () => {
  const project_id = newProject()
  const spans = Array.from({ length: 700 }, (_, index) => exportedSpan({}, { spanId: spanId(index + 1) }))
  const resource = { ...inProject(project_id), text: 'x'.repeat(100_000) }

  expect(await sendJson(exportOf(spans, resource))).toMatchObject({ status: 413 })
  expect(await idsOf(service, project_id)).toEqual([])
  expect(await sendJson(exportOf(spans.slice(0, 2), resource))).toMatchObject({ status: 200 })
})

test('the whole span is returned in the attributes', async () => {
  const project_id = newProject()
  await sendJson(exportOf([exportedSpan({ 'http.method': 'GET' })], inProject(project_id)))

  expect(await readOne(service, project_id, SPAN_ID)).toMatchObject({
    attributes: {
      http: { method: 'GET' },
      otel_span: { name: 'answer', attributes: { http: { method: 'GET' } } },
    },
  })
})

describe('the project', () => {
  test('comes from the header, percent-encoded or not', async () => {
    const project_id = newProject()

    await sendJson(exportOf([exportedSpan()]), { project_id: encodeURIComponent(project_id) })

    expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
  })

  test('comes from the query string', async () => {
    const project_id = newProject()

    await sendJson(exportOf([exportedSpan()]), {}, `/v1/traces?project_id=${encodeURIComponent(project_id)}`)

    expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
  })

  test('comes from the resource first', async () => {
    const [resource, header] = [newProject(), newProject()]

    await sendJson(exportOf([exportedSpan()], inProject(resource)), { project_id: header })

    expect([await idsOf(service, resource), await idsOf(service, header)]).toEqual([[SPAN_ID], []])
  })

  test('is named after the service by default, in the default entity of the key', async () => {
    const [entity = ''] = newProject().split('/')
    const { key } = await service.createUser({ entity })

    const reply = await sendJson(exportOf([exportedSpan()], { 'service.name': 'shop' }), {}, undefined, key)

    expect(reply).toMatchObject({ status: 200, body: {} })
    expect(await idsOf(service, `${entity}/shop`)).toEqual([SPAN_ID])
  })

  test('is named by the public key of a Langfuse SDK, whose secret key is an API key', async () => {
    const [entity = ''] = newProject().split('/')
    const { key } = await service.createUser({ entity })
    const headers = {
      authorization: `Basic ${Buffer.from(`pk-shop:${key}`).toString('base64')}`,
      'x-langfuse-public-key': 'pk-shop',
    }

    const reply = await sendJson(exportOf([exportedSpan()]), headers, '/api/public/otel/v1/traces', null)

    expect(reply).toMatchObject({ status: 200 })
    expect(await idsOf(service, `${entity}/pk-shop`)).toEqual([SPAN_ID])
  })
})

test('a Langfuse SDK finds the project of its key, and media uploads are declined', async () => {
  const { key } = await service.createUser({ entity: 'team', key: { project_id: 'team/app' } })

  const projects = await service.request({ method: 'GET', url: '/api/public/projects', key })
  const media = await service.post('/api/public/media', { sha256Hash: 'a+b/c'.padEnd(44, 'x'), traceId: 't' })

  expect(projects.body).toMatchObject({ data: [{ id: 'team/app', organization: { name: 'team' } }] })
  expect(media.body).toEqual({ mediaId: 'a-b_c'.padEnd(22, 'x'), uploadUrl: null })
})

test('an empty export is accepted', async () => {
  expect(await sendJson({})).toMatchObject({ status: 200, body: {} })
  expect(await send(Buffer.alloc(0), PROTOBUF)).toMatchObject({ status: 200, text: '' })
})

describe('the gate', () => {
  test('accepts the key in the header of exporters', async () => {
    const project_id = newProject()
    const headers = { 'wandb-api-key': service.adminKey }

    const reply = await sendJson(exportOf([exportedSpan()], inProject(project_id)), headers, undefined, null)

    expect(reply.status).toBe(200)
  })

  test('rejects requests without a key, whatever the body is', async () => {
    expect(await send('garbage', PROTOBUF, undefined, null)).toMatchObject({ status: 401 })
  })

  test('rejects an export with a forbidden project, and nothing is stored', async () => {
    const project_id = newProject()
    const [entity = ''] = project_id.split('/')
    const { key } = await service.createUser({ entity })
    const { resourceSpans: own } = exportOf([exportedSpan()], inProject(project_id))
    const { resourceSpans: foreign } = exportOf([exportedSpan()], inProject('others/secret'))

    const reply = await sendJson({ resourceSpans: [...own, ...foreign] }, {}, undefined, key)

    expect(reply.status).toBe(403)
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test('rejects a read-only key', async () => {
    const { key } = await service.createUser({ entity: 'team', key: { scope: 'read' } })

    const reply = await sendJson(exportOf([exportedSpan()], inProject('team/app')), {}, undefined, key)

    expect(reply.status).toBe(403)
  })
})

describe('spans that cannot be recorded', () => {
  const tooDeep = (index: number) => exportedSpan({ ['a.'.repeat(200)]: 1 }, { spanId: spanId(index + 1) })

  test('are counted, and the others are recorded', async () => {
    const project_id = newProject()
    const request = exportOf([tooDeep(1), exportedSpan()], inProject(project_id))

    const reply = await service.call(exportTraces, request)

    expect(reply).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining(spanId(2)) },
      partial_success: { rejected_spans: 1, error_message: expect.stringContaining(spanId(2)) },
    })
    expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
  })

  test.each([
    ['startTimeUnixNano', {}],
    ['endTimeUnixNano', {}],
    ['started_at', { 'langfuse.startTime': '2400-01-01T00:00:00Z' }],
  ])('are those with a %s that cannot be stored, and the reason names it', async (field, attributes) => {
    const project_id = newProject()
    const late = Object.keys(attributes).length > 0 ? {} : { [field]: String(2n ** 64n - 1n) }
    const request = exportOf(
      [exportedSpan(attributes, { spanId: spanId(2), ...late }), exportedSpan()],
      inProject(project_id),
    )

    const reply = await service.call(exportTraces, request)

    expect(reply).toMatchObject({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining(field) },
    })
    expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
  })

  test('are reported in protobuf too', async () => {
    const project_id = newProject()

    const reply = await send(protobufOf(exportOf([tooDeep(1)], inProject(project_id))), PROTOBUF)

    // Field 1 holds a message, in which field 1 is the count.
    expect(reply).toMatchObject({ status: 200 })
    expect([...Buffer.from(reply.text)]).toEqual(expect.arrayContaining([0x0a, 0x08, 0x01, 0x12]))
  })

  test('are explained up to twenty of them', async () => {
    const spans = Array.from({ length: 30 }, (_, index) => tooDeep(index))

    const reply = await service.call(exportTraces, exportOf(spans, inProject(newProject())))

    expect(reply.partialSuccess?.rejectedSpans).toBe(30)
    expect(reply.partialSuccess?.errorMessage.split('; ')).toHaveLength(20)
  })
})

test.each([
  ['garbage in protobuf', Buffer.from('garbage'), PROTOBUF, 400],
  ['garbage in JSON', Buffer.from('{"resourceSpans":'), { 'content-type': 'application/json' }, 400],
  ['garbage in gzip', Buffer.from('garbage'), { ...PROTOBUF, 'content-encoding': 'gzip' }, 400],
  ['an encoding nobody knows', Buffer.from(''), { ...PROTOBUF, 'content-encoding': 'zstd' }, 400],
  ['a bomb', gzipSync(Buffer.alloc(65 * 1024 ** 2)), { ...PROTOBUF, 'content-encoding': 'gzip' }, 413],
])('%s is refused with a reason', async (_, body, headers, status) => {
  expect(await send(body, headers)).toMatchObject({ status, body: { reason: expect.any(String) } })
})

test('placeholders that Logfire sends for running spans create no calls', async () => {
  const project_id = newProject()
  const pending = exportedSpan({ 'logfire.span_type': 'pending_span' }, { spanId: spanId(2) })

  const reply = await sendJson(exportOf([pending, exportedSpan()], inProject(project_id)))

  expect(reply).toMatchObject({ status: 200, body: {} })
  expect(await idsOf(service, project_id)).toEqual([SPAN_ID])
})

test('spans sent again change nothing', async () => {
  const project_id = newProject()
  const request = exportOf([exportedSpan({ input: 'hi' })], inProject(project_id))
  await sendJson(request)
  const before = await callsOf(service, project_id)

  await sendJson(request)

  expect(await callsOf(service, project_id)).toEqual(before)
  expect(before).toHaveLength(1)
})

test('ten thousand spans of a thousand names fit into one export', async () => {
  const project_id = newProject()
  const spans = Array.from({ length: 10_000 }, (_, index) =>
    exportedSpan(
      { input: 'hi', 'gen_ai.usage.input_tokens': 1 },
      { spanId: spanId(index + 1), name: `op ${index % 1000}` },
    ),
  )

  const reply = await send(protobufOf(exportOf(spans, inProject(project_id))), PROTOBUF)

  expect(reply).toMatchObject({ status: 200, text: '' })
  expect(await service.post('/calls/query_stats', { project_id })).toMatchObject({ body: { count: 10_000 } })
})
