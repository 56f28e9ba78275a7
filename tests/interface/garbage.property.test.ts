import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { encodeRequest } from '../../server/src/testing/encode-request.ts'
import { endpoints } from '../../server/src/testing/endpoints.ts'
import { openService } from '../../server/src/testing/service.ts'

const RUNS = 60
const service = await openService()
afterAll(() => service.close())

/** A reply that is a stream of events has no end to wait for. */
const posts = endpoints.filter(
  ({ method, requestAs, replyAs }) => method === 'POST' && requestAs === 'json' && replyAs !== 'events',
)

/** Edge-case values. */
const oddValues = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    '\u0000',
    -1,
    0,
    1e308,
    -0.5,
    2 ** 53,
    [],
    {},
    [[]],
    '__proto__',
    'count(*)',
    '*',
  ),
  fc.constantFrom<unknown>(
    'team/app',
    '2025-03-01',
    '9999-12-31T23:59:59Z',
    1e15,
    'weave:///',
    'inputs.x',
    '$expr',
  ),
  fc.constantFrom<unknown>(
    { $expr: { $and: [] } },
    { $literal: 1 },
    { $getField: 'inputs.-1' },
    ['a'],
    [null],
  ),
)

/** The example of an endpoint with some of its values, at any depth, replaced or removed. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const inside = Array.isArray(value)
    ? mutatedArray(value)
    : isObject(value)
      ? mutatedObject(value)
      : fc.constant(value)
  return fc.oneof({ weight: 8, arbitrary: inside }, { weight: 1, arbitrary: oddValues })
}

const mutatedArray = (items: readonly unknown[]) => fc.tuple(...items.map(mutated))

const mutatedObject = (object: Readonly<Record<string, unknown>>) =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(object).map(([key, member]) => [key, mutated(member)])), {
        requiredKeys: Object.keys(object).slice(0, 1),
      }),
      fc.dictionary(
        fc.constantFrom('limit', 'offset', 'filter', 'query', 'sort_by', '__proto__', 'x'),
        oddValues,
        {
          maxKeys: 1,
        },
      ),
    )
    .map(([kept, added]) => ({ ...kept, ...added }))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

test.each(posts)('no body makes $path fail', async (endpoint) => {
  const { url } = await encodeRequest(endpoint, endpoint.example)

  await fc.assert(
    fc.asyncProperty(mutated(endpoint.example), async (body) => {
      const reply = await service.post(url, body)

      expect(reply.status, `${JSON.stringify(body)} is answered with ${reply.text}`).toBeLessThan(500)
    }),
    { numRuns: RUNS },
  )
})

test.each(posts)('no text makes $path fail', async (endpoint) => {
  const { url } = await encodeRequest(endpoint, endpoint.example)
  const text = JSON.stringify(endpoint.example)
  const cut = fc.tuple(fc.nat(text.length), fc.nat(text.length), fc.string({ unit: 'binary', maxLength: 5 }))

  await fc.assert(
    fc.asyncProperty(cut, async ([from, to, middle]) => {
      const reply = await service.request({
        method: 'POST',
        url,
        body: text.slice(0, from) + middle + text.slice(to),
      })

      expect(reply.status, reply.text).toBeLessThan(500)
    }),
    { numRuns: RUNS },
  )
})
