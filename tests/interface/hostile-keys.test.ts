import { afterAll, describe, expect, test } from 'vitest'
import { end, idsOf, note, readOne, record, start } from '../../server/src/testing/builders.ts'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'
import { rawCall } from './raw-call.ts'

const service = await openService()
afterAll(() => service.close())

const raw = rawCall(service)

const HOSTILE_KEYS = '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":2,"":3}'

describe('keys that every object has', () => {
  test('are returned in inputs and output as they were sent', async () => {
    const project_id = newProject()

    await raw.start(project_id, HOSTILE_KEYS)
    await raw.end(project_id, HOSTILE_KEYS)

    const text = await raw.read(project_id)
    expect(text).toContain(`"inputs":${HOSTILE_KEYS}`)
    expect(text).toContain(`"output":${HOSTILE_KEYS}`)
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('may name models in usage and prices', async () => {
    const project_id = newProject()
    const price = '{"prompt_token_cost":2,"completion_token_cost":0,"effective_date":0}'
    const usage = '{"__proto__":{"prompt_tokens":3},"constructor":{"prompt_tokens":4}}'

    const created = await raw.send(
      '/cost/create',
      `{"project_id":"${project_id}","costs":{"__proto__":${price},"constructor":${price}}}`,
    )
    await raw.start(project_id, '{}')
    await raw.end(project_id, '1', `{"usage":${usage}}`)

    const text = await raw.read(project_id)
    const usageReply = await service.post('/calls/usage', { project_id, call_ids: ['c1', '__proto__'] })
    expect(created.body).toMatchObject({
      ids: [
        [expect.any(String), '__proto__'],
        [expect.any(String), 'constructor'],
      ],
    })
    expect(text).toMatch(/"costs":\{"__proto__":\{[^{}]*"prompt_tokens_total_cost":6[,}]/)
    expect(text).toMatch(/"constructor":\{[^{}]*"prompt_tokens_total_cost":8[,}]/)
    expect(usageReply.text).toMatch(/"c1":\{"__proto__":\{"requests":0,"prompt_tokens":3/)
    expect(usageReply.text).toContain('"__proto__":{}')
  })

  test('are returned in payloads and scorer maps of feedback', async () => {
    const project_id = newProject()
    const maps = '"scorer_ratings":{"__proto__":1,"constructor":2},"scorer_tag_reasons":{"__proto__":"why"}'
    const ref = 'weave:///team/app/object/s:D'
    const body = `{"project_id":"${project_id}","weave_ref":"x","feedback_type":"wandb.runnable.s","runnable_ref":"${ref}","payload":{"output":1,"__proto__":${HOSTILE_KEYS}},${maps}}`

    const created = await raw.send('/feedback/create', body)

    const whole = await service.post('/feedback/query', { project_id })
    const fields = [
      'payload.__proto__.constructor.prototype',
      'scorer_ratings.__proto__',
      'scorer_ratings.toString',
    ]
    const parts = await service.post('/feedback/query', { project_id, fields })
    expect(created.text).toContain(`"payload":{"output":1,"__proto__":${HOSTILE_KEYS}}`)
    expect(whole.text).toContain('"scorer_ratings":{"__proto__":1,"constructor":2}')
    expect(whole.text).toContain('"scorer_tag_reasons":{"__proto__":"why"}')
    expect(parts.body).toMatchObject({
      result: [{ [fields[0] ?? '']: '1', [fields[1] ?? '']: 1, [fields[2] ?? '']: null }],
    })
  })

  test('are not fields of any resource', async () => {
    const replies = await Promise.all(
      ['__proto__', 'constructor', 'toString'].flatMap((name) => [
        service.post('/calls/query', { project_id: 'team/app', columns: [name] }),
        service.post('/calls/query', {
          project_id: 'team/app',
          sort_by: [{ field: name, direction: 'asc' }],
        }),
        service.post('/feedback/query', { project_id: 'team/app', fields: [name] }),
        service.post('/cost/query', { project_id: 'team/app', fields: [name] }),
        service.post('/threads/stream_query', {
          project_id: 'team/app',
          sort_by: [{ field: name, direction: 'asc' }],
        }),
      ]),
    )

    expect(replies.map(({ status }) => status)).toEqual(Array(3).fill([422, 422, 400, 400, 400]).flat())
  })
})

describe('ids', () => {
  test.each([
    'a/b',
    '../x',
    `it's "quoted"`,
    'größe-名前-😀',
    ' ',
    '%',
    'a\nb',
    '__proto__',
    "'; drop table call; --",
  ])('like %j are ids like any other', async (id) => {
    const project_id = newProject()
    const other = 'other'
    await record(service, start(project_id, { id, trace_id: id }), start(project_id, { id: other }))
    await record(service, end(project_id, id, { output: id }))
    await service.post(
      '/feedback/create',
      note(project_id, 'n', { id, weave_ref: `weave:///${project_id}/call/${id}` }),
    )

    const call = await readOne(service, project_id, id)
    const found = await idsOf(service, project_id, { filter: { call_ids: [id], trace_ids: [id] } })
    const query = { $expr: { $eq: [{ $getField: 'id' }, { $literal: id }] } }
    const purged = await service.post('/feedback/purge', { project_id, query })
    const deleted = await service.post('/calls/delete', { project_id, call_ids: [id] })

    expect(call).toMatchObject({ id, trace_id: id, output: id })
    expect(found).toEqual([id])
    expect(purged.status).toBe(200)
    expect(deleted.body).toEqual({ num_deleted: 1 })
    expect(await idsOf(service, project_id)).toEqual([other])
  })

  test('that are empty match nothing', async () => {
    const project_id = newProject()
    await record(service, start(project_id, { id: 'c1' }))

    const read = await service.post('/call/read', { project_id, id: '' })
    const deleted = await service.post('/calls/delete', { project_id, call_ids: [''] })

    expect(read.body).toEqual({ call: null })
    expect(deleted.body).toEqual({ num_deleted: 0 })
    expect(await idsOf(service, project_id)).toEqual(['c1'])
  })
})
