import { expect, test } from 'vitest'
import type { AnnotationState } from '../../domain/queues/item.ts'
import type { Storage } from '../port.ts'
import {
  by,
  column,
  equals,
  annotationItem as item,
  newProjectId,
  annotationQueue as queue,
  start,
} from './rows.ts'

export function queueGuarantees(storage: () => Storage): void {
  const queues = () => storage().queues
  const itemsOf = (project_id: string) => queues().findItems({ project_id, sort: [] })

  test('queues are returned as stored, by creation and then by id', async () => {
    const project_id = newProjectId()
    const rows = [
      queue(project_id, { id: 'z', scorer_refs: ['a', 'é'], description: 'long' }),
      queue(project_id, { id: 'a', deleted_at: 7, created_at: 2 }),
    ]

    for (const row of rows) await queues().put(row)

    expect(await queues().find({ project_id, sort: [] })).toEqual(rows)
    expect(await queues().get(project_id, 'a')).toEqual(rows[1])
  })

  test('a queue with a known id replaces the old one', async () => {
    const project_id = newProjectId()
    await queues().put(queue(project_id))
    const newer = queue(project_id, { name: 'newer', updated_at: 2 })

    await queues().put(newer)

    expect(await queues().find({ project_id, sort: [] })).toEqual([newer])
  })

  test('queues are filtered, sorted and paged', async () => {
    const project_id = newProjectId()
    for (const id of ['a', 'b', 'c']) await queues().put(queue(project_id, { id, name: id }))
    await queues().put(queue(project_id, { id: 'd', name: 'a' }))
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

    const named = await queues().find({ project_id, condition: equals(column('name'), 'a'), sort: [] })
    const page = await queues().find({ project_id, sort: [by(column('id'), 'desc')], limit: 2, offset: 1 })

    expect([idsOf(named), idsOf(page)]).toEqual([
      ['a', 'd'],
      ['c', 'b'],
    ])
  })

  test('the same id in two projects is two queues', async () => {
    const [first, second] = [newProjectId(), newProjectId()]
    await queues().put(queue(first))

    expect(await queues().get(second, 'q')).toBeUndefined()
    expect(await queues().find({ project_id: second, sort: [] })).toEqual([])
  })

  test('items are returned as stored, and adding one again keeps it with its progress', async () => {
    const project_id = newProjectId()
    const rows = [
      item(project_id, 'a', { call_ended_at: 9, display_fields: ['inputs.q'] }),
      item(project_id, 'b'),
    ]
    await queues().addItems(rows)

    expect(await itemsOf(project_id)).toEqual(rows)
    const progress = { annotator_user_id: 'ada', annotation_state: 'completed', updated_at: 5 } as const
    await queues().putProgress({ project_id, item_id: 'item-a', ...progress })
    await queues().addItems([
      item(project_id, 'a', { call_ended_at: 9, display_fields: ['inputs.q'] }),
      item(project_id, 'a', { id: 'z', queue_id: 'q2' }),
    ])

    const found = await itemsOf(project_id)
    expect(found.map(({ id }) => id)).toEqual(['item-a', 'item-b', 'z'])
    expect(found[0]).toEqual({ ...rows[0], ...progress })
  })

  test('an item has the latest report, in whatever order reports arrive', async () => {
    const project_id = newProjectId()
    await queues().addItems([item(project_id, 'a', { updated_at: 100 })])
    const report = (annotator_user_id: string, annotation_state: AnnotationState, updated_at: number) =>
      queues().putProgress({
        project_id,
        item_id: 'item-a',
        annotator_user_id,
        annotation_state,
        updated_at,
      })

    await report('ada', 'completed', 7)
    await report('ada', 'in_progress', 6)
    await report('bob', 'in_progress', 5)

    expect(await itemsOf(project_id)).toMatchObject([
      { annotation_state: 'completed', annotator_user_id: 'ada', updated_at: 7 },
    ])
    expect(await queues().progress(project_id, 'item-a', 'ada')).toBe('completed')
    expect(await queues().progress(project_id, 'item-a', 'bob')).toBe('in_progress')
  })

  test('the calls of a queue are found', async () => {
    const project_id = newProjectId()
    await queues().addItems([item(project_id, 'a'), item(project_id, 'b', { queue_id: 'q2' })])

    expect(await queues().callsIn(project_id, 'q', ['a', 'b', 'c'])).toEqual(['a'])
  })

  test('an item has the latest report, and each annotator keeps their own', async () => {
    const project_id = newProjectId()
    await queues().addItems([item(project_id, 'a'), item(project_id, 'b')])
    const said = { project_id, item_id: 'item-a' }

    await queues().putProgress({
      ...said,
      annotator_user_id: 'ada',
      annotation_state: 'completed',
      updated_at: 5,
    })
    await queues().putProgress({
      ...said,
      annotator_user_id: 'bob',
      annotation_state: 'in_progress',
      updated_at: 6,
    })

    const shown = { annotation_state: 'in_progress', annotator_user_id: 'bob', updated_at: 6 } as const
    expect(await itemsOf(project_id)).toEqual([item(project_id, 'a', shown), item(project_id, 'b')])
    expect(await queues().progress(project_id, 'item-a', 'ada')).toBe('completed')
    expect(await queues().progress(project_id, 'item-a', 'eve')).toBeUndefined()
    expect(await queues().progress(project_id, 'item-b', 'ada')).toBeUndefined()
  })

  test('completed and skipped items are counted, queue by queue', async () => {
    const project_id = newProjectId()
    const states = ['unstarted', 'in_progress', 'completed', 'skipped'] as const
    await queues().addItems([
      ...states.map((annotation_state) => item(project_id, annotation_state, { annotation_state })),
      item(project_id, 'x', { id: 'x', queue_id: 'q2' }),
    ])

    const counts = await queues().count(project_id, ['q', 'q2', 'none'])

    expect(counts.sort((a, b) => a.queue_id.localeCompare(b.queue_id))).toEqual([
      { queue_id: 'q', total_items: 4, completed_items: 2 },
      { queue_id: 'q2', total_items: 1, completed_items: 0 },
    ])
  })

  test('calls are found by the queue they are in', async () => {
    const project_id = newProjectId()
    await storage().calls.write(['a', 'b'].map((id) => start({ project_id, id })))
    await queues().addItems([item(project_id, 'a')])

    const condition = {
      kind: 'some',
      field: { kind: 'collection', name: 'queue_ids', shape: 'list' },
      test: { kind: 'eq', operands: [{ kind: 'item' }, { kind: 'literal', value: 'q' }] },
    } as const

    expect(await storage().calls.find({ project_id, filter: {}, condition, sort: [] })).toEqual(['a'])
  })
}
