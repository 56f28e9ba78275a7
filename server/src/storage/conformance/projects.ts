import { expect, test } from 'vitest'
import type { RedactionRule } from '../../domain/redaction/rule.ts'
import { agentSpan } from '../../testing/agent-spans.ts'
import type { Storage } from '../port.ts'
import { end, json, newProjectId, objectVersion, start, tableRow } from './rows.ts'

export function projectGuarantees(storage: () => Storage): void {
  test('a project is created by its first write', async () => {
    const project_id = newProjectId()
    expect(await storage().projects.find([project_id])).toEqual([])

    await storage().calls.write([start({ project_id, id: 'a' })])

    const [found] = await storage().projects.find([newProjectId(), project_id])
    expect(found).toMatchObject({ project_id })
    expect(await storage().projects.list()).toContainEqual(found)
  })

  test('projects have different ids that never change', async () => {
    const [first, second] = [newProjectId(), newProjectId()]
    await storage().calls.write([
      start({ project_id: first, id: 'a' }),
      start({ project_id: second, id: 'a' }),
    ])
    const before = await storage().projects.find([first, second])

    await storage().calls.write([start({ project_id: first, id: 'b' })])

    expect(await storage().projects.find([first, second])).toEqual(before)
    expect(new Set(before.map(({ internal_id }) => internal_id)).size).toBe(2)
  })

  test('projects are listed by name', async () => {
    const ids = [newProjectId(), newProjectId()].reverse()
    for (const project_id of ids) await storage().calls.write([start({ project_id, id: 'a' })])

    const names = (await storage().projects.list()).map(({ project_id }) => project_id)

    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(ids))
  })

  test('the sizes of a project count the bytes of each kind', async () => {
    const project_id = newProjectId()
    const key = { project_id, id: 'a' }
    await storage().calls.write([
      start(key, { attributes: json({}), inputs: json({ a: 'é' }) }),
      end(key, { output: json('x'), summary: json({}) }),
      end({ project_id, id: 'not started' }, { summary: json({}) }),
    ])
    await storage().objects.publish(objectVersion({ project_id, val: json([1, 2]) }))
    await storage().tables.put(project_id, 'table', ['r'], [tableRow('r', { n: 1 })])
    await storage().files.put(project_id, 'file', new Uint8Array(7))

    await storage().agentSpans.put([agentSpan(project_id, 's', { raw_span_dump: '{"é":1}' })])

    const sizes = await storage().projects.sizes(project_id)

    expect(sizes).toEqual({ calls: 2 + 10 + 3 + 2 + 2, objects: 5, tables: 7, files: 7, agent_spans: 8 })
  })

  test('the bytes of calls are reported by op and by day', async () => {
    const project_id = newProjectId()
    const day = 86_400_000_000
    const at = (id: string, op_name: string, started_at: number, inputs = json({})) =>
      start({ project_id, id }, { op_name, started_at, attributes: json({}), inputs })
    await storage().calls.write([
      at('a', 'small', 0),
      at('b', 'large', day - 1, json({ text: 'x'.repeat(50) })),
      at('c', 'small', day),
      at('d', `weave:///${project_id}/op/small:v2`, -1),
      at('gone', 'small', day),
      { part: 'delete', project_id, id: 'gone', deleted_at: day },
      end({ project_id, id: 'unstarted' }),
    ])

    expect(await storage().projects.callSizes(project_id, 10)).toEqual({
      ops: [
        { op: 'large', calls: 1, bytes: 63 },
        { op: 'small', calls: 3, bytes: 12 },
      ],
      days: [
        { day, calls: 1, bytes: 4 },
        { day: 0, calls: 2, bytes: 67 },
        { day: -day, calls: 1, bytes: 4 },
      ],
    })
    expect((await storage().projects.callSizes(project_id, 1)).days).toHaveLength(1)
    expect(await storage().projects.callSizes(newProjectId(), 10)).toEqual({ ops: [], days: [] })
  })

  test('the activity of projects has the number of roots and the newest call', async () => {
    const [busy, silent] = [newProjectId(), newProjectId()]
    const at = (id: string, started_at: number, parent_id: string | null = null) =>
      start({ project_id: busy, id }, { started_at, parent_id })
    await storage().calls.write([at('a', 1), at('b', 2), at('c', 3), at('child', 9, 'a')])
    await storage().files.put(silent, 'file', new Uint8Array(1))

    const activity = await storage().projects.activity([busy, silent, newProjectId()], 2)

    expect(activity).toHaveLength(2)
    expect(activity).toContainEqual({ project_id: busy, root_call_count: 2, last_activity: 9 })
    expect(activity).toContainEqual({ project_id: silent, root_call_count: 0, last_activity: null })
  })

  test('an unknown project has no bytes', async () => {
    const sizes = await storage().projects.sizes(newProjectId())

    expect(sizes).toEqual({ calls: 0, objects: 0, tables: 0, files: 0, agent_spans: 0 })
  })

  test('a project keeps its calls for ever by default', async () => {
    const project_id = newProjectId()
    const never = { days: null, checked_at: null, held: null }
    expect(await storage().projects.retention(project_id)).toEqual(never)

    await storage().projects.setRetentionDays(project_id, 30, 7)
    expect(await storage().projects.retention(project_id)).toEqual({ days: 30, checked_at: 7, held: null })
    expect(await storage().projects.retention(newProjectId())).toEqual(never)

    await storage().projects.setRetentionDays(project_id, null, 8)
    expect(await storage().projects.retention(project_id)).toEqual({ days: null, checked_at: 8, held: null })
  })

  test('a removal is held until the retention is set again', async () => {
    const project_id = newProjectId()
    const held = { held_at: 9, calls: 200, agent_spans: 0 }
    const before = await storage().projects.heldRemovals()
    await storage().projects.setRetentionDays(project_id, 30, 7)

    await storage().projects.setRemovalState(project_id, { checked_at: 7, held })
    expect(await storage().projects.retention(project_id)).toEqual({ days: 30, checked_at: 7, held })
    expect(await storage().projects.heldRemovals()).toBe(before + 1)

    await storage().projects.setRetentionDays(project_id, 30, 10)
    expect(await storage().projects.retention(project_id)).toEqual({ days: 30, checked_at: 10, held: null })
    expect(await storage().projects.heldRemovals()).toBe(before)
  })

  test('a project has the redaction rules that were set last, and none by default', async () => {
    const project_id = newProjectId()
    const rules: RedactionRule[] = [
      { name: 'email', pattern: '\\w+@\\w+', fields: ['inputs'] },
      { name: 'é', keys: ['__proto__', 'a'], fields: ['inputs', 'output', 'attributes'] },
    ]
    expect(await storage().projects.redactionRules(project_id)).toEqual([])

    await storage().projects.setRedactionRules(project_id, rules)
    await storage().projects.setRetentionDays(project_id, 30, 7)
    expect(await storage().projects.redactionRules(project_id)).toEqual(rules)
    expect(await storage().projects.redactionRules(newProjectId())).toEqual([])

    await storage().projects.setRedactionRules(project_id, [])
    expect(await storage().projects.redactionRules(project_id)).toEqual([])
  })

  test('a call keeps the expiry that its start carries, whatever the retention is', async () => {
    const project_id = newProjectId()
    const from = (id: string, expire_at: number | null) => start({ project_id, id }, { expire_at })
    await storage().calls.write([from('never', null), end({ project_id, id: 'late' })])

    await storage().projects.setRetentionDays(project_id, 2, 0)
    await storage().calls.write([
      from('whole', 7),
      end({ project_id, id: 'whole' }),
      from('late', Number.MAX_SAFE_INTEGER),
    ])
    await storage().projects.setRetentionDays(project_id, 3, 0)

    const calls = await storage().calls.read(project_id, ['never', 'whole', 'late'], [])
    expect(calls.map(({ expire_at }) => expire_at)).toEqual([null, 7, Number.MAX_SAFE_INTEGER])
  })
}
