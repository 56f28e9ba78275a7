import { expect, test } from 'vitest'
import { Random } from '../../bench/dataset/random.ts'
import { endpoints } from '../../server/src/testing/endpoints.ts'
import { dumpOf } from './dump.ts'
import { failureOf } from './judge.ts'
import { KnownThings } from './known-things.ts'
import { mutate } from './mutate.ts'
import { planRequest } from './plan.ts'
import type { HttpRequest } from './planned-request.ts'
import { RawJson, writeRawJson } from './raw-json.ts'
import type { Outcome } from './send.ts'

const options = { seed: 7, apiKey: 'k'.repeat(40) }
const plans = (count: number) =>
  Array.from({ length: count }, (_, number) => planRequest(options, number, new KnownThings()))

test('a seed and a number always result in the same request', () => {
  expect(plans(300)).toEqual(plans(300))
})

test('every endpoint is covered, and so are MCP, broken sockets and gRPC', () => {
  const planned = plans(3_000)

  const routes = new Set(planned.flatMap((request) => (request.over === 'http' ? [request.route] : [])))
  expect([...routes].sort()).toEqual([...new Set([...endpoints.map(({ path }) => path), '/mcp'])].sort())
  expect(new Set(planned.map(({ over }) => over))).toEqual(new Set(['http', 'socket', 'grpc']))
})

test('raw text is written to JSON as it is', () => {
  const value = { a: [new RawJson('1e400')], b: undefined, ['__proto__']: null }

  expect(writeRawJson(value)).toBe('{"a":[1e400],"__proto__":null}')
})

test('a mutation does not change its input', () => {
  const value = { a: [1, { b: 'x' }], c: null }
  const random = new Random(1)

  const mutations = Array.from({ length: 200 }, () => writeRawJson(mutate(value, random)))

  expect(value).toEqual({ a: [1, { b: 'x' }], c: null })
  expect(new Set(mutations).size).toBeGreaterThan(50)
})

test('ids of responses are used in later requests, except for those of accounts', () => {
  const known = new KnownThings()
  known.learn('/feedback/create', 3, { id: 'f1' })
  known.learn('/settings/users/query', 4, { users: [{ id: 'admin' }] })

  expect(known.pick('feedback.id', new Random(1))).toBe('f1')
  expect(known.pick('users.id', new Random(1))).toBe(undefined)
})

const request: HttpRequest = {
  over: 'http',
  number: 5,
  label: 'test',
  method: 'POST',
  route: '/call/read',
  path: '/call/read',
  headers: {},
  body: Buffer.from(`{"id":"it's"}`),
  isChunked: false,
  replyAs: 'json',
  isGuess: false,
}

const answer = (status: number, body: string, headers: Record<string, string> = {}): Outcome => ({
  kind: 'answered',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(body),
  ms: 1,
})

test.each<[string, Outcome]>([
  ['a failure', answer(500, '{"reason":"Internal server error"}')],
  ['a proxy error', answer(502, '{"reason":"x"}')],
  ['an unavailable service that does not say why', answer(503, '')],
  ['a refusal without a reason', answer(400, '{"message":"no"}')],
  ['a refusal that is no JSON', answer(404, 'Not Found')],
  ['too many requests, with no time to come back', answer(429, '{"reason":"slow down"}')],
  ['a success that is no JSON', answer(200, '{"a":NaN}')],
  ['a line that is no JSON', answer(200, '{"a":1}\n{"a":', { 'content-type': 'application/jsonl' })],
  ['a connection that breaks', { kind: 'dropped', reason: 'ECONNRESET', ms: 1 }],
  ['no answer', { kind: 'timeout', ms: 5_000 }],
])('%s is a failure', (_what, outcome) => {
  expect(failureOf(request, outcome)).toEqual(expect.any(String))
})

test.each<[string, Outcome]>([
  ['a success', answer(200, '{"a":1}')],
  ['lines', answer(200, '{"a":1}\n{"a":2}\n', { 'content-type': 'application/jsonl' })],
  ['a refusal with a reason', answer(400, '{"reason":"no"}')],
  ['a refusal with details', answer(422, '{"detail":[{"loc":["body"],"msg":"x","type":"y"}]}')],
  ['what an engine cannot do', answer(501, '{"reason":"not here"}')],
  ['a full disk', answer(507, '{"reason":"the disk is full"}')],
  ['too many requests', answer(429, '{"reason":"slow down"}', { 'retry-after': '3' })],
  ['a client that left', { kind: 'left' }],
])('%s is no failure', (_what, outcome) => {
  expect(failureOf(request, outcome)).toBe(undefined)
})

test('the server may close a connection that is not HTTP, but not leave it open', () => {
  const bytes = { over: 'socket', number: 1, label: 'noise', bytes: Buffer.from('x') } as const

  expect(failureOf(bytes, { kind: 'dropped', reason: 'closed', ms: 1 })).toBe(undefined)
  expect(failureOf(bytes, { kind: 'timeout', ms: 5_000 })).toEqual(expect.any(String))
})

test('a dump is a valid shell command', () => {
  expect(dumpOf(request, 'http://localhost:1')).toContain(
    `--data-binary '{"id":"it'\\''s"}' 'http://localhost:1/call/read'`,
  )
})
