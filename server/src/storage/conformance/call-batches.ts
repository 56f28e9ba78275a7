import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { end, json, newProjectId, rename, start } from './rows.ts'

export function callBatchGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  test('a batch stores what was added to it, in order, when it is written', async () => {
    const project_id = newProjectId()
    const ids = Array.from({ length: 4_500 }, (_, at) => `call-${at}`)
    const all = { project_id, filter: {}, sort: [] }
    const batch = calls().newBatch()
    for (const id of ids) batch.add([start({ project_id, id })])
    batch.add([rename({ project_id, id: 'call-0' }, 'first'), end({ project_id, id: 'call-0' })])
    batch.add([rename({ project_id, id: 'call-0' }, 'last')])
    expect(await calls().count(all)).toBe(0)

    await calls().write(batch)

    expect(await calls().count(all)).toBe(ids.length)
    expect(await calls().read(project_id, ['call-0'], [])).toMatchObject([
      { display_name: 'last', ended_at: expect.any(Number) },
    ])
    await calls().write(calls().newBatch())
  })

  test('a batch replaces what was written before it, also after its parts were added', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    const batch = calls().newBatch()
    batch.add([start(key, { op_name: 'later' }), end(key, { output: json('later') }), rename(key, 'later')])

    await calls().write([start(key, { op_name: 'earlier' }), end(key, { output: json('earlier') })])
    await calls().write([rename(key, 'earlier')])
    await calls().write(batch)

    expect(await calls().read(project_id, ['a'], ['output'])).toMatchObject([
      { op_name: 'later', output: json('later'), display_name: 'later' },
    ])
    const all = { project_id, filter: { op_names: [{ equals: 'later' }] }, sort: [] }
    expect(await calls().find(all)).toEqual(['a'])
  })
}
