import { afterAll, describe, expect, test } from 'vitest'
import { finished, idsOf, readOne, record, recordFinished, start } from '../../server/src/testing/builders.ts'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'
import { rawCall } from './raw-call.ts'

const service = await openService()
afterAll(() => service.close())

const raw = rawCall(service)

describe('nesting', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  // The body, the start and the inputs are containers too.
  test('of 200 containers is accepted and returned', async () => {
    const project_id = newProject()
    const inputs = `{"x":${nested(197)}}`

    const reply = await raw.start(project_id, inputs)

    expect(reply.status).toBe(200)
    expect(await raw.read(project_id)).toContain(`"inputs":${inputs}`)
    expect(await idsOf(service, project_id)).toEqual(['c1'])
  })

  test('of 201 containers is 413', async () => {
    const project_id = newProject()

    const reply = await raw.start(project_id, `{"x":${nested(198)}}`)

    expect(reply).toMatchObject({ status: 413, body: { reason: expect.any(String) } })
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test.each(['[', '{"a":'])('of a million unclosed %j is rejected', async (open) => {
    const reply = await raw.send('/call/start', open.repeat(1_000_000))

    expect([413, 422]).toContain(reply.status)
  })
})

describe('numbers', () => {
  const NUMBERS =
    '{"big":12345678901234567890123,"float":1.0,"tiny":1e-400,"huge":1e999,"minus":-0.0,"exp":1E5}'

  test('are returned digit by digit', async () => {
    const project_id = newProject()

    await raw.start(project_id, NUMBERS)
    await raw.end(project_id, NUMBERS, `{"own":${NUMBERS}}`)

    const text = await raw.read(project_id)
    expect(text.split(NUMBERS)).toHaveLength(4)
  })

  test('that JSON cannot write are stored as null', async () => {
    const project_id = newProject()

    const reply = await raw.start(project_id, '{"a":NaN,"b":[Infinity,-Infinity],"c":"NaN"}')

    expect(reply.status).toBe(200)
    expect(await readOne(service, project_id, 'c1')).toMatchObject({
      inputs: { a: null, b: [null, null], c: 'NaN' },
    })
  })

  test.each(['+1', '01', '1.', '.5', '0x1', '1e', 'nan', 'undefined', '1_000', '--1'])(
    'spelled %s are no JSON',
    async (token) => {
      const reply = await raw.start(newProject(), `{"a":${token}}`)

      expect(reply).toMatchObject({ status: 422, body: { detail: [{ type: 'json_invalid' }] } })
    },
  )
})

describe('texts', () => {
  test('with a lone surrogate are stored, and replies stay well-formed', async () => {
    const project_id = newProject()

    const reply = await raw.start(project_id, '{"s":"a\\ud800b","\\udc00":"\\ud83d\\ude00"}')

    const text = await raw.read(project_id)
    expect(reply.status).toBe(200)
    expect(text.isWellFormed()).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ call: { id: 'c1' } })
  })

  test('with NUL and other controls are returned as they were', async () => {
    const project_id = newProject()
    const inputs = { nul: 'a\u0000b', controls: '\u0001\u001f\u007f\u2028\ufeff', quote: '"\\/' }

    await record(service, start(project_id, { id: 'c1', inputs }))

    expect(await readOne(service, project_id, 'c1')).toMatchObject({ inputs })
  })

  test('of 10 MB are returned completely', async () => {
    const project_id = newProject()
    const output = 'x'.repeat(10 * 1024 ** 2)

    await recordFinished(service, finished(project_id, 'c1', { output }))

    expect((await readOne(service, project_id, 'c1'))?.output === output).toBe(true)
  })

  test('that are not UTF-8 are 422', async () => {
    const body = Buffer.concat([Buffer.from('{"start":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])

    const reply = await service.request({ method: 'POST', url: '/call/start', body })

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ type: 'json_invalid' }] } })
  })
})

describe('scalars in other forms', () => {
  const statusOf = async (fields: string) =>
    (await raw.send('/calls/query', `{"project_id":"team/scalars",${fields}}`)).status

  test.each(['10', '10.0', '"10"', '1e1', 'null'])('a limit of %s is an integer', async (limit) => {
    expect(await statusOf(`"limit":${limit}`)).toBe(200)
  })

  test.each(['10.5', '"abc"', '""', '"10.5"', '[]', '{}', 'NaN', '1e400', '99999999999999999999'])(
    'a limit of %s is 422',
    async (limit) => {
      expect(await statusOf(`"limit":${limit}`)).toBe(422)
    },
  )

  test.each(['"yes"', '"NO"', '"On"', '1', '0', '"t"', '"F"', 'null'])('%s is a boolean', async (value) => {
    expect(await statusOf(`"include_costs":${value}`)).toBe(200)
  })

  test.each(['"maybe"', '2', '""', '[]', '0.5'])('%s is no boolean', async (value) => {
    expect(await statusOf(`"include_costs":${value}`)).toBe(422)
  })

  test.each(['5', 'true', 'null', '[]'])('%s is no text', async (value) => {
    expect((await raw.send('/call/read', `{"project_id":"team/scalars","id":${value}}`)).status).toBe(422)
  })
})

describe('instants', () => {
  test.each(['"9999-12-31T23:59:59Z"', '"0001-01-01"', '1e15', '-1e15', '"2256-01-01"', '1e308'])(
    'like %s, too far away to be exact, are 422 and spoil nothing',
    async (started_at) => {
      const project_id = newProject()
      const body = JSON.stringify({ start: start(project_id) }).replace('"2025-03-01T10:00:00Z"', started_at)

      const reply = await raw.send('/call/start', body)

      expect(reply).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'start', 'started_at'] }] },
      })
      expect(await idsOf(service, project_id)).toEqual([])
    },
  )

  test('that far away may still be filtered by', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))
    const before = (end: string) => ({ $lt: [{ $getField: 'started_at' }, { $literal: end }] })

    const reply = await service.post('/calls/query_stats', {
      project_id,
      query: { $expr: before('9999-12-31T23:59:59Z') },
    })

    expect(reply.body).toMatchObject({ count: 1 })
  })
})

describe('token counters', () => {
  const usage = (count: string) => `{"usage":{"gpt-4":{"prompt_tokens":${count},"input_tokens":${count}}}}`

  test('may be anything below 2^52, and are added up', async () => {
    const project_id = newProject()
    await raw.start(project_id, '{}')

    const reply = await raw.end(project_id, '1', usage('4503599627370495'))

    expect(reply.status).toBe(200)
    expect(await raw.read(project_id)).toContain('"prompt_tokens":9007199254740990')
  })

  test.each(['4503599627370496', '12345678901234567890123', '-9007199254740993', '1e300', '"1e3"'])(
    'like %s are 422 and spoil nothing',
    async (count) => {
      const project_id = newProject()
      await raw.start(project_id, '{}')

      const reply = await raw.end(project_id, '1', usage(count))

      expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything(), expect.anything()] } })
      expect(await idsOf(service, project_id, { include_costs: true })).toEqual(['c1'])
    },
  )
})
