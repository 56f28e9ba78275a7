import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ServiceError } from '../errors.ts'
import { writeJson } from '../json/write.ts'
import { exportedSpan, exportOf, keyValues, protobufOf, SPAN_ID, TRACE_ID } from '../testing/otlp.ts'
import { attributeTree } from './attribute-tree.ts'
import { decodeTraces, type EncodedExport, otlpEncoding } from './decode.ts'
import { EncodedText, type Span } from './span.ts'

const MIB = 1024 ** 2

function decode(body: Buffer, over: Partial<EncodedExport> = {}) {
  return decodeTraces({ body, encoding: 'protobuf', contentEncoding: '', bytesMax: MIB, ...over })
}

const json = (request: unknown) => decode(Buffer.from(JSON.stringify(request)), { encoding: 'json' })

async function spanFrom(decoded: ReturnType<typeof decode>): Promise<Span> {
  const span = (await decoded)[0]?.scopes[0]?.spans[0]
  if (!span) throw new Error('no span was decoded')
  return span
}

const refused = { name: 'ServiceError', code: 'invalid_request' }

const full = exportOf(
  [
    exportedSpan(
      {
        text: 'höllo',
        flag: true,
        least: -(2n ** 63n),
        ratio: 0.1,
        list: ['a', 1, false],
        map: { inner: { deep: 'x' } },
      },
      {
        parentSpanId: '00f067aa0ba902b7',
        traceState: 'a=b',
        flags: 257,
        events: [{ name: 'exception', timeUnixNano: '1740823200500000001', attributes: keyValues({ a: 1 }) }],
        links: [{ traceId: TRACE_ID, spanId: SPAN_ID, traceState: 'c=d', attributes: keyValues({ b: 2 }) }],
        status: { code: 2, message: 'boom' },
        droppedAttributesCount: 40,
        droppedEventsCount: 1,
        droppedLinksCount: 300,
      },
    ),
  ],
  { 'service.name': 'shop' },
)

test('long texts of a span are decoded when it is read', async () => {
  const text = 'höllo €😀'.repeat(1_000)
  const request = exportOf([exportedSpan({ text, 'input.value': JSON.stringify({ text }), list: [text] })])

  const { attributes } = await spanFrom(decode(protobufOf(request)))

  expect([...attributes.values()].filter((value) => value instanceof EncodedText)).toHaveLength(2)
  const inJson = await spanFrom(json(request))
  expect(writeJson(attributeTree(attributes))).toBe(writeJson(attributeTree(inJson.attributes)))
})

test('a long text is kept as JSON only if it is what would be written', () => {
  const filler = `"${'é'.repeat(200)}"`
  const texts = [
    Buffer.from(`{ "a" : [1.0, ${filler}] }`),
    Buffer.from(`{"a":NaN,"b":${filler}}`),
    Buffer.from(`{"a":"\\u0041","b":${filler}}`),
    Buffer.from(`{"0":1,"b":${filler}}`),
    Buffer.from(`{"a":${filler}`),
    Buffer.from(`${filler}`),
    Buffer.concat([Buffer.from(`{"a":"`), Buffer.from([0xff, 0xc3]), Buffer.from(`","b":${filler}}`)]),
  ]
  for (const bytes of texts) {
    const late = new EncodedText(Buffer.concat([Buffer.from('x'), bytes]), 1, bytes.length + 1)
    const tree = attributeTree(new Map([['value', late]]))
    expect(writeJson(tree)).toBe(writeJson(attributeTree(new Map([['value', bytes.toString()]]))))
  }
})

test('protobuf and JSON mean the same', async () => {
  const [fromProtobuf, fromJson] = await Promise.all([decode(protobufOf(full)), json(full)])

  expect(fromProtobuf).toEqual(fromJson)
  expect(fromJson[0]?.scopes[0]?.spans[0]).toMatchObject({
    trace_id: TRACE_ID,
    span_id: SPAN_ID,
    parent_span_id: '00f067aa0ba902b7',
    kind: 'INTERNAL',
    flags: 257,
    start_nanos: 1740823200000000000n,
    status: { code: 'ERROR', message: 'boom' },
    events: [{ name: 'exception', nanos: 1740823200500000001n }],
  })
})

test('numbers keep their digits and their kind', async () => {
  const attributes = [
    { key: 'text', value: { intValue: '9223372036854775807' } },
    { key: 'number', value: { intValue: 5 } },
    { key: 'whole', value: { doubleValue: 1 } },
    { key: 'nan', value: { doubleValue: 'NaN' } },
    { key: 'bytes', value: { bytesValue: 'AAEC' } },
    { key: 'nothing', value: {} },
  ]

  const span = await spanFrom(json(exportOf([exportedSpan({}, { attributes })])))

  expect(writeJson(span.attributes)).toBe(
    '{"text":9223372036854775807,"number":5,"whole":1.0,"nan":null,"bytes":"AAEC","nothing":null}',
  )
})

describe('JSON is accepted in every spelling that senders use', () => {
  test.each([
    ['ids in upper-case hex', { traceId: TRACE_ID.toUpperCase() }],
    ['ids in base64', { traceId: Buffer.from(TRACE_ID, 'hex').toString('base64') }],
    ['names in snake case', { traceId: null, trace_id: TRACE_ID }],
    ['times as numbers', { startTimeUnixNano: 1740823200000000000 }],
    ['enums by name', { kind: 'SPAN_KIND_INTERNAL' }],
    ['enums by short name', { kind: 'INTERNAL' }],
    ['fields nobody knows', { fromTheFuture: { a: [1] } }],
    ['nulls for what is absent', { events: null, links: null, status: null, parentSpanId: null }],
  ])('%s', async (_, fields) => {
    const span = await spanFrom(json(exportOf([exportedSpan({}, fields)])))

    expect(span).toMatchObject({ trace_id: TRACE_ID, kind: 'INTERNAL', start_nanos: 1740823200000000000n })
  })
})

test.each([
  ['zeros', '0000000000000000'],
  ['too few bytes', 'abcd'],
  ['no text at all', ''],
])('an id of %s is no id', async (_, parentSpanId) => {
  expect(await spanFrom(json(exportOf([exportedSpan({}, { parentSpanId })])))).toMatchObject({
    parent_span_id: '',
  })
})

test('a key named __proto__ is treated like any other', async () => {
  const attributes = [{ key: '__proto__', value: { stringValue: 'x' } }]

  const span = await spanFrom(json(exportOf([exportedSpan({}, { attributes })])))

  expect([...span.attributes]).toEqual([['__proto__', 'x']])
})

describe('a body that is not an export is refused', () => {
  test.each([
    ['a list of spans that is a number', { resourceSpans: 5 }],
    ['a span that is a string', exportOf(['x'])],
    ['a name that is a number', exportOf([exportedSpan({}, { name: 5 })])],
    ['a time before 1970', exportOf([exportedSpan({}, { startTimeUnixNano: '-1' })])],
    [
      'an integer that is none',
      exportOf([exportedSpan({}, { attributes: [{ key: 'a', value: { intValue: 'x' } }] })]),
    ],
    ['a list', []],
  ])('%s', async (_, request) => {
    await expect(json(request)).rejects.toMatchObject(refused)
  })

  test.each([
    ['JSON that ends early', '{"resourceSpans":['],
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('%s', async (_, body) => {
    await expect(decode(Buffer.from(body), { encoding: 'json' })).rejects.toMatchObject(refused)
  })
})

test('a protobuf body truncated anywhere is read or refused, and never fails otherwise', async () => {
  const whole = protobufOf(full)

  for (let length = 0; length < whole.length; length++) {
    const outcome = await decode(whole.subarray(0, length)).catch((error: unknown) => error)
    if (!Array.isArray(outcome)) expect(outcome).toMatchObject(refused)
  }
})

test('random bytes, and exports with random damage, are read or refused', async () => {
  const whole = protobufOf(full)
  const damaged = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    .map((changes) => {
      const copy = Buffer.from(whole)
      for (const [at, byte] of changes) copy[at] = byte
      return copy
    })
  const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))

  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, random), async (body) => {
      const outcome = await decode(body).catch((error: unknown) => error)
      return Array.isArray(outcome) || outcome instanceof ServiceError
    }),
    { numRuns: 500 },
  )
})

test('protobuf that is nested too deeply is refused', async () => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 200; depth++) value = [value]

  await expect(decode(protobufOf(exportOf([exportedSpan({ value })])))).rejects.toMatchObject(refused)
})

describe('content encodings', () => {
  const body = protobufOf(full)

  test.each([
    ['', body],
    ['identity', body],
    ['gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
  ])('%j is undone', async (contentEncoding, compressed) => {
    expect(await decode(compressed, { contentEncoding })).toEqual(await decode(body))
  })

  test.each([
    ['gzip', body],
    ['deflate', Buffer.from('hello')],
    ['gzip', gzipSync(body).subarray(0, 20)],
    ['br', body],
  ])('%j that is none is refused', async (contentEncoding, compressed) => {
    await expect(decode(compressed, { contentEncoding })).rejects.toMatchObject(refused)
  })

  test('a small body that would grow beyond the limit is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * MIB))

    await expect(decode(bomb, { contentEncoding: 'gzip' })).rejects.toMatchObject({ code: 'too_large' })
  })

  const large = protobufOf(exportOf([exportedSpan({ text: 'x'.repeat(MIB / 2) })]))

  test('a body is counted in chunks while it is decompressed', async () => {
    const counted: number[] = []

    await decode(gzipSync(large), { contentEncoding: 'gzip', onInflated: (bytes) => counted.push(bytes) })

    expect(Math.max(...counted)).toBeLessThanOrEqual(64 * 1024)
    expect(counted.reduce((sum, bytes) => sum + bytes)).toBe(large.length)
  })

  test('a body that is refused halfway is not decompressed further', async () => {
    const busy = new ServiceError('unavailable', 'Too many request bodies in memory: try again')
    let counted = 0
    const onInflated = (bytes: number) => {
      counted += bytes
      if (counted > MIB / 4) throw busy
    }

    await expect(decode(gzipSync(large), { contentEncoding: 'gzip', onInflated })).rejects.toBe(busy)

    expect(counted).toBeLessThan(MIB / 3)
  })
})

test.each([
  ['application/x-protobuf', '{', 'protobuf'],
  ['application/protobuf', '', 'protobuf'],
  ['application/json; charset=utf-8', '\n', 'json'],
  ['', '{}', 'json'],
  ['text/plain', '\n', 'protobuf'],
])('type %j with a body of %j is %s', (contentType, body, encoding) => {
  expect(otlpEncoding(contentType, Buffer.from(body))).toBe(encoding)
})
