import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { type RefSource, readableRefs, resolveRefs } from './ref-walk.ts'

const PROJECT = 'weave:///acme/demo'

/** Objects by `name:digest`, a null one being deleted, and rows by `table/row`. */
function sourceOf(objects: Record<string, string | null>, rows: Record<string, string> = {}): RefSource {
  return {
    objects: async (versions) =>
      versions.map(({ object_id, digest }) => {
        const text = objects[`${object_id}:${digest}`]
        return typeof text === 'string' ? new JsonText(text) : text
      }),
    rows: async (addresses) =>
      addresses.map(({ table_digest, row_digest }) => {
        const text = rows[`${table_digest}/${row_digest}`]
        return text === undefined ? undefined : new JsonText(text)
      }),
  }
}

async function textsOf(refs: readonly string[], source: RefSource): Promise<(string | null)[]> {
  const values = await resolveRefs(readableRefs(refs), source)
  return values.map((value) => value?.text ?? null)
}

test('a ref without a path returns the stored value, in the order of the request', async () => {
  const source = sourceOf({ 'cfg:D1': '{"a": 1.0}', 'cfg:D2': '[]' })

  const texts = await textsOf(
    [`${PROJECT}/object/cfg:D2`, `${PROJECT}/object/cfg:D1`, `${PROJECT}/op/cfg:D2`],
    source,
  )

  expect(texts).toEqual(['[]', '{"a": 1.0}', '[]'])
})

test('many refs through a large value take about as long as one', async () => {
  const members = Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`)
  const value = new JsonText(`{${members.join(',')}}`)
  let reads = 0
  const counted = new Proxy(value, {
    get(target, name) {
      if (name === 'text') reads++
      return Reflect.get(target, name, target)
    },
  })
  const source: RefSource = { objects: async (versions) => versions.map(() => counted), rows: async () => [] }
  const refs = Array.from({ length: 1000 }, (_, at) => `${PROJECT}/object/cfg:D/key/k${at}`)

  expect(await textsOf(refs, source)).toEqual(refs.map((_, at) => String(at)))
  expect(reads).toBeLessThan(10)
})

test.each([
  ['key/a', '1'],
  ['attr/a', '1'],
  ['key/list/index/1', '{"x":2.50}'],
  ['key/list/index/1/key/x', '2.50'],
  ['key/a%2Fb%20c%28%29', '"slash"'],
  ['key/missing', null],
  ['key/list/index/9', null],
  ['key/list/index/-1', null],
  ['key/list/key/0', null],
  ['key/a/key/deeper', null],
  ['key/null', 'null'],
  ['key/null/key/deeper', null],
  ['key/__proto__', null],
  ['key/text/key/x', null],
  ['id/row', null],
])('the step %s leads to %s', async (steps, expected) => {
  const source = sourceOf({
    'cfg:D': '{"a":1,"list":[0,{"x":2.50}],"a/b c()":"slash","null":null,"text":"plain"}',
  })

  expect(await textsOf([`${PROJECT}/object/cfg:D/${steps}`], source)).toEqual([expected])
})

test('a ref on the path is followed, with its own path first', async () => {
  const source = sourceOf({
    'outer:D': `{"inner":"${PROJECT}/object/inner:E/key/config"}`,
    'inner:E': '{"config":{"temp":0.5}}',
  })

  expect(await textsOf([`${PROJECT}/object/outer:D/attr/inner/key/temp`], source)).toEqual(['0.5'])
})

test('a ref at the end of the path is the value', async () => {
  const source = sourceOf({ 'outer:D': `{"inner":"${PROJECT}/object/inner:E"}` })

  expect(await textsOf([`${PROJECT}/object/outer:D/attr/inner`], source)).toEqual([
    `"${PROJECT}/object/inner:E"`,
  ])
})

test('a cell of a dataset is found through its table', async () => {
  const source = sourceOf({ 'qa:D': `{"rows":"${PROJECT}/table/T"}` }, { 'T/R': '{"question":"2+2?"}' })

  const texts = await textsOf(
    [`${PROJECT}/object/qa:D/attr/rows/id/R`, `${PROJECT}/object/qa:D/attr/rows/id/R/key/question`],
    source,
  )

  expect(texts).toEqual(['{"question":"2+2?"}', '"2+2?"'])
})

test('a table without the row is not found', async () => {
  const source = sourceOf({ 'qa:D': `{"rows":"${PROJECT}/table/T"}` })

  const reading = textsOf([`${PROJECT}/object/qa:D/attr/rows/id/R`], source)

  await expect(reading).rejects.toMatchObject({ code: 'not_found' })
})

test('a table needs a row next', async () => {
  const source = sourceOf({ 'qa:D': `{"rows":"${PROJECT}/table/T"}` })

  expect(await textsOf([`${PROJECT}/object/qa:D/attr/rows/index/0`], source)).toEqual([null])
})

test('a ref into another project is not followed', async () => {
  const source = sourceOf({
    'outer:D': '{"inner":"weave:///other/demo/object/inner:E"}',
    'inner:E': '{"x":1}',
  })

  expect(await textsOf([`${PROJECT}/object/outer:D/attr/inner/key/x`], source)).toEqual([null])
})

test('unknown objects fail the whole request and are all named', async () => {
  const source = sourceOf({ 'cfg:D': '1' })
  const refs = ['cfg:D', 'cfg:X', 'other:Y', 'cfg:X', 'cfg:v3'].map((name) => `${PROJECT}/object/${name}`)

  await expect(textsOf(refs, source)).rejects.toMatchObject({
    code: 'not_found',
    details: { missing_object_digests: ['X', 'Y', 'v3'] },
  })
})

test('a deleted object is null, as is everything in it or reached through it', async () => {
  const source = sourceOf({ 'cfg:D': null, 'outer:E': `{"inner":"${PROJECT}/object/cfg:D"}` })

  const texts = await textsOf(
    [
      `${PROJECT}/object/cfg:D`,
      `${PROJECT}/object/cfg:D/key/a`,
      `${PROJECT}/object/outer:E/attr/inner/key/a`,
    ],
    source,
  )

  expect(texts).toEqual([null, null, null])
})

test('a cycle of refs is null', async () => {
  const source = sourceOf({ 'loop:D': `"${PROJECT}/object/loop:D"` })

  expect(await textsOf([`${PROJECT}/object/loop:D/key/a`], source)).toEqual([null])
})

test('many refs are resolved with one read per round', async () => {
  const rounds: number[] = []
  const inner = sourceOf({ 'outer:D': `{"inner":"${PROJECT}/object/inner:E"}`, 'inner:E': '{"x":1}' })
  const counting: RefSource = {
    objects: (versions) => {
      rounds.push(versions.length)
      return inner.objects(versions)
    },
    rows: inner.rows,
  }

  await textsOf(
    Array.from({ length: 50 }, () => `${PROJECT}/object/outer:D/attr/inner/key/x`),
    counting,
  )

  expect(rounds).toEqual([50, 50])
})

test.each([
  `${PROJECT}/call/c1`,
  `${PROJECT}/table/T`,
  `${PROJECT}/object/cfg`,
  `${PROJECT}/object/cfg:latest`,
  `${PROJECT}/object/cfg:D/key`,
  `${PROJECT}/object/cfg:D/step/a`,
  `${PROJECT}/object/cfg:D/key/a/b`,
  'cfg',
  '',
])('%j cannot be read', (text) => {
  expect(() => readableRefs([`${PROJECT}/object/cfg:D`, text])).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('more than 1000 refs are refused', () => {
  const refs = Array.from({ length: 1001 }, () => `${PROJECT}/object/cfg:D`)

  expect(() => readableRefs(refs)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  expect(readableRefs(refs.slice(1))).toHaveLength(1000)
})
