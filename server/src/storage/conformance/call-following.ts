import { expect, test } from 'vitest'
import { callRef } from '../../domain/objects/ref.ts'
import type { Storage } from '../port.ts'
import { end, feedback, newProjectId, start } from './rows.ts'

export function callFollowingGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls
  const now = async (project_id: string) => (await calls().changes(project_id, undefined, 0)).cursor
  const idsAfter = async (project_id: string, cursor: string) =>
    (await calls().changes(project_id, cursor, 100)).changes.map(({ id }) => id)

  test('a trace has its visible calls by start and then by id, and no others', async () => {
    const project_id = newProjectId()
    const at = (id: string, started_at: number, trace_id = 't') =>
      start(
        { project_id, id },
        { started_at, trace_id, op_name: `op of ${id}`, parent_id: id === 'a' ? null : 'a' },
      )
    await calls().write([at('c', 2), at('b', 2), at('a', 1), at('other', 1, 'u'), at('gone', 3)])
    await calls().write([
      end({ project_id, id: 'b' }, { ended_at: 7, exception: 'boom' }),
      { part: 'rename', project_id, id: 'c', display_name: 'renamed' },
      { part: 'delete', project_id, id: 'gone', deleted_at: 5 },
    ])

    const trace = await calls().trace(project_id, 't', 10)

    expect(trace).toMatchObject({
      ids: ['a', 'b', 'c'],
      parent_ids: [null, 'a', 'a'],
      display_names: [null, null, 'renamed'],
      started_at: [1, 2, 2],
      ended_at: [null, 7, null],
      failed: [false, true, false],
    })
    expect(trace.ops.map((place) => trace.op_names[place])).toEqual(['op of a', 'op of b', 'op of c'])
    expect((await calls().trace(project_id, 't', 2)).ids).toEqual(['a', 'b'])
    expect((await calls().trace(newProjectId(), 't', 2)).ids).toEqual([])
  })

  test('changes are in the order of the writes, each call once, and continue after the cursor', async () => {
    const project_id = newProjectId()
    const before = await now(project_id)
    await calls().write([start({ project_id, id: 'a' }), start({ project_id, id: 'b' })])
    await calls().write([end({ project_id, id: 'a' })])

    const first = await calls().changes(project_id, before, 100)
    expect(first).toMatchObject({
      missed: false,
      changes: [
        { id: 'b', deleted: false },
        { id: 'a', deleted: false },
      ],
    })
    expect(await idsAfter(project_id, first.changes[0]?.cursor ?? '')).toEqual(['a'])
    expect(await idsAfter(project_id, first.cursor)).toEqual([])

    await calls().write([{ part: 'delete', project_id, id: 'b', deleted_at: 5 }])
    expect(await calls().changes(project_id, first.cursor, 100)).toMatchObject({
      changes: [{ id: 'b', deleted: true }],
    })
  })

  test('changes can be read a few at a time', async () => {
    const project_id = newProjectId()
    let cursor = await now(project_id)
    await calls().write(['a', 'b', 'c', 'd', 'e'].map((id) => start({ project_id, id })))

    const pages: string[][] = []
    for (let page = 0; page < 3; page++) {
      const found = await calls().changes(project_id, cursor, 2)
      pages.push(found.changes.map(({ id }) => id))
      cursor = found.cursor
    }

    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  test('projects do not see the changes of each other', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    const before = await now(mine)

    await calls().write([start({ project_id: other, id: 'a' })])

    expect(await idsAfter(mine, before)).toEqual([])
    expect(await idsAfter(other, before)).toEqual(['a'])
  })

  test('adding or removing feedback on a call changes the call', async () => {
    const project_id = newProjectId()
    await calls().write([start({ project_id, id: 'a' }), start({ project_id, id: 'b' })])
    const on = (id: string, callId: string) =>
      feedback({ project_id, id, weave_ref: callRef(project_id, callId) })
    let writes = 0
    const stop = calls().onWrite(() => writes++)
    const changedBy = async (change: () => Promise<void>) => {
      const before = await now(project_id)
      await change()
      return idsAfter(project_id, before)
    }

    expect(await changedBy(() => storage().feedback.put([on('1', 'a'), on('2', 'unknown')]))).toEqual(['a'])
    expect(await changedBy(() => storage().feedback.replace(on('1', 'a'), on('3', 'b')))).toEqual(['a', 'b'])
    expect(
      await changedBy(() => storage().feedback.purge(project_id, [on('3', 'b'), on('4', 'unknown')])),
    ).toEqual(['b'])
    expect(writes).toBe(3)
    stop()
  })

  test('calls that started before an instant are deleted, a few at a time', async () => {
    const project_id = newProjectId()
    const at = (id: string, started_at: number, parent_id: string | null = null) =>
      start({ project_id, id }, { started_at, parent_id })
    await calls().write([at('a', 1), at('b', 2), at('c', 3), at('young', 10), at('child', 11, 'a')])
    await calls().write([end({ project_id, id: 'unstarted' }, { ended_at: 1 })])
    const before = await now(project_id)

    const removed: (readonly string[])[] = []
    while (removed.at(-1)?.length !== 0) removed.push(await calls().removeBefore(project_id, 10, 2, 99))

    expect(removed.flat().sort()).toEqual(['a', 'b', 'c'])
    expect(Math.max(...removed.map(({ length }) => length))).toBe(2)
    expect(await calls().find({ project_id, filter: {}, sort: [] })).toEqual(['young', 'child'])
    const { changes } = await calls().changes(project_id, before, 100)
    expect(changes.map(({ id, deleted }) => `${id} ${deleted}`).sort()).toEqual([
      'a true',
      'b true',
      'c true',
    ])

    await calls().write([at('a', 20), at('unstarted', 20)])
    expect(await calls().find({ project_id, filter: {}, sort: [] })).toEqual(['young', 'child', 'unstarted'])
    expect(await calls().removeBefore(newProjectId(), 10, 2, 99)).toEqual([])
  })

  test('changes after a cursor of another engine are missed', async () => {
    const project_id = newProjectId()
    await calls().write([start({ project_id, id: 'a' })])

    for (const cursor of ['123456789012345.2', '1700000000000000', '1700000000000000,7.1700000000000001']) {
      const found = await calls().changes(project_id, cursor, 10)
      expect(found).toMatchObject({ missed: true, changes: [] })
      expect(await calls().changes(project_id, found.cursor, 10)).toMatchObject({ missed: false })
    }
  })

  test('an invalid cursor is refused', async () => {
    await expect(calls().changes(newProjectId(), 'no cursor', 1)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('a listener is called for every write until it is removed', async () => {
    const project_id = newProjectId()
    let writes = 0
    const stop = calls().onWrite(() => writes++)

    await calls().write([start({ project_id, id: 'a' })])
    expect(writes).toBe(1)
    stop()
    await calls().write([end({ project_id, id: 'a' })])

    expect(writes).toBe(1)
  })

  test('the engine reports whether it can write, and its status', async () => {
    await storage().probe()

    const status = await storage().status()

    expect(status).toMatchObject({ writes_waiting: 0, writes_total: expect.any(Number) })
    expect(status.write_ms.p50).toBeGreaterThan(0)
  })
}
