import { expect, test } from 'vitest'
import type { Feedback, FeedbackValue } from '../../domain/feedback/feedback.ts'
import type { FeedbackSearch } from '../port/feedback.ts'
import type { Storage } from '../port.ts'
import { by, column, equals, feedback, json, jsonField, newProjectId } from './rows.ts'

export function feedbackGuarantees(storage: () => Storage): void {
  const all = (project_id: string) => storage().feedback.find({ project_id, sort: [] })

  test('rows are returned as stored, by creation and then by id', async () => {
    const project_id = newProjectId()
    const full: Feedback = feedback({
      project_id,
      id: 'z',
      creator: 'Ada',
      payload: json({ big: 1e300, nested: [null, { a: 'é' }] }),
      annotation_ref: 'annotation',
      runnable_ref: 'runnable',
      call_ref: 'call',
      trigger_ref: 'trigger',
      queue_id: 'queue',
      scorer_tags: ['x', 'y'],
      scorer_tag_reasons: { x: 'because' },
      scorer_tag_confidences: { x: 0.5 },
      scorer_ratings: { _rating_: 3 },
      scorer_rating_reasons: { _rating_: 'fine' },
      scorer_rating_confidences: { _rating_: 1 },
      span_agent_name: 'agent',
      span_agent_version: '2',
      span_conversation_id: 'conversation',
      span_trace_id: 'trace',
      scorer_trace_id: 'scorer',
      span_status_code: 'OK',
    })
    const rows = [full, feedback({ project_id, id: 'a', created_at: 2_000 })]

    await storage().feedback.put(rows.toReversed())

    expect(await all(project_id)).toEqual(rows)
  })

  test('keys that every object inherits are treated like any other', async () => {
    const project_id = newProjectId()
    const scorer_ratings: Record<string, number> = JSON.parse('{"__proto__":1,"constructor":2}')

    await storage().feedback.put([feedback({ project_id, id: 'a', scorer_ratings })])

    const [row] = await all(project_id)
    expect(Object.entries(row?.scorer_ratings ?? {})).toEqual(Object.entries(scorer_ratings))
  })

  test('a row with a known id replaces the old one', async () => {
    const project_id = newProjectId()
    await storage().feedback.put([feedback({ project_id, id: 'a', payload: json({ n: 1 }) })])
    const newer = feedback({ project_id, id: 'a', payload: json({ n: 2 }) })

    await storage().feedback.put([newer])

    expect(await all(project_id)).toEqual([newer])
  })

  test('a replacement is found instead of the old row', async () => {
    const project_id = newProjectId()
    const [old, other] = [feedback({ project_id, id: 'old' }), feedback({ project_id, id: 'other' })]
    await storage().feedback.put([old, other])
    const row = feedback({ project_id, id: 'new', feedback_type: 'note' })

    await storage().feedback.replace(old, row)
    await storage().feedback.replace(
      feedback({ project_id, id: 'unknown' }),
      feedback({ project_id, id: 'newer' }),
    )

    expect((await all(project_id)).map(({ id }) => id).sort()).toEqual(['new', 'newer', 'other'])
  })

  test('a row may be replaced by one of the same id', async () => {
    const project_id = newProjectId()
    const old = feedback({ project_id, id: 'a' })
    await storage().feedback.put([old])
    const row = { ...old, feedback_type: 'note' }

    await storage().feedback.replace(old, row)

    expect(await all(project_id)).toEqual([row])
  })

  test('a search filters, sorts and pages, and the count ignores the page', async () => {
    const project_id = newProjectId()
    await storage().feedback.put([
      feedback({ project_id, id: 'a', feedback_type: 'note', created_at: 3 }),
      feedback({ project_id, id: 'b', feedback_type: 'note', created_at: 1 }),
      feedback({ project_id, id: 'c', feedback_type: 'other', created_at: 2 }),
      feedback({ project_id, id: 'd', feedback_type: 'note', created_at: 2 }),
    ])
    const condition = equals(column('feedback_type'), 'note')
    const sort = [by(column('created_at', 'instant'))]
    const page = { project_id, condition, sort, limit: 1, offset: 1 }

    const found = await storage().feedback.find(page)

    expect(found.map(({ id }) => id)).toEqual(['d'])
    expect(await storage().feedback.count(page)).toBe(3)
    expect(await storage().feedback.find({ ...page, limit: 0 })).toEqual([])
    expect(await storage().feedback.find({ ...page, offset: 9 })).toEqual([])
  })

  test('values are found like rows, with the columns of statistics', async () => {
    const project_id = newProjectId()
    const rows = [
      feedback({ project_id, id: 'a', payload: json({ n: 1 }), created_at: 3, scorer_tags: ['x'] }),
      feedback({ project_id, id: 'b', payload: json({ n: 2 }), created_at: 1 }),
      feedback({ project_id, id: 'c', feedback_type: 'other', payload: json({ n: 3 }), created_at: 2 }),
    ]
    await storage().feedback.put(rows)
    const searches: FeedbackSearch[] = [
      { project_id, sort: [] },
      { project_id, sort: [], condition: equals(column('feedback_type'), 'other') },
      { project_id, sort: [by(jsonField('payload', 'n'), 'desc')], limit: 1 },
      { project_id: newProjectId(), sort: [] },
    ]

    for (const search of searches) {
      const whole = await storage().feedback.find(search)
      expect(await storage().feedback.findValues(search)).toEqual(whole.map(statisticsOf))
    }
    await expect(storage().feedback.findValues({ project_id, sort: [] }, 10)).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('rows with the same sort key are ordered by id, so that pages are disjoint', async () => {
    const project_id = newProjectId()
    const ids = ['c', 'a', 'e', 'b', 'd']
    await storage().feedback.put(ids.map((id) => feedback({ project_id, id, created_at: 5 })))
    const sort = [by(column('created_at', 'instant'), 'desc')]

    const pages = await Promise.all(
      [0, 2, 4].map((offset) => storage().feedback.find({ project_id, sort, limit: 2, offset })),
    )

    expect(pages.flat().map(({ id }) => id)).toEqual(ids.sort())
  })

  test('a path in the payload sorts numbers first, then texts, then unset values', async () => {
    const project_id = newProjectId()
    const payloads = [{}, { s: 'b' }, { s: 100 }, { s: 'a' }, { s: 2 }]
    await storage().feedback.put(
      payloads.map((payload, index) => feedback({ project_id, id: `${index}`, payload: json(payload) })),
    )
    const sorted = async (direction: 'asc' | 'desc') => {
      const sort = [by(jsonField('payload', 's'), direction)]
      const rows = await storage().feedback.find({ project_id, sort })
      return rows.map(({ payload }) => JSON.parse(payload.text).s)
    }

    expect(await sorted('asc')).toEqual([2, 100, 'a', 'b', undefined])
    expect(await sorted('desc')).toEqual([100, 2, 'b', 'a', undefined])
  })

  test('feedback on refs is ordered oldest first', async () => {
    const project_id = newProjectId()
    await storage().feedback.put([
      feedback({ project_id, id: 'a', weave_ref: 'ref:1', created_at: 3 }),
      feedback({ project_id, id: 'b', weave_ref: 'ref:2', created_at: 2 }),
      feedback({ project_id, id: 'c', weave_ref: 'ref:1', created_at: 1 }),
      feedback({ project_id, id: 'd', weave_ref: 'ref:1/else', created_at: 1 }),
    ])

    const found = await storage().feedback.on(project_id, ['ref:1', 'ref:2', 'ref:unknown'])

    expect(found.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  test('a purge removes the ids it knows, in its own project only', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await storage().feedback.put([
      feedback({ project_id: mine, id: 'a' }),
      feedback({ project_id: mine, id: 'b' }),
      feedback({ project_id: other, id: 'a' }),
    ])

    await storage().feedback.purge(
      mine,
      ['a', 'unknown'].map((id) => feedback({ project_id: mine, id })),
    )

    expect((await all(mine)).map(({ id }) => id)).toEqual(['b'])
    expect((await all(other)).map(({ id }) => id)).toEqual(['a'])
  })

  test('rows are found by id, with their subjects', async () => {
    const project_id = newProjectId()
    await storage().feedback.put(
      ['a', 'b', 'c'].map((id) => feedback({ project_id, id, weave_ref: `on ${id}` })),
    )

    const keys = await storage().feedback.keys(project_id, ['b', 'unknown', 'a'])

    expect(keys.sort((one, other) => one.id.localeCompare(other.id))).toEqual([
      { id: 'a', weave_ref: 'on a' },
      { id: 'b', weave_ref: 'on b' },
    ])
    expect(await storage().feedback.keys(newProjectId(), ['a'])).toEqual([])
  })

  test('an unknown project has no feedback', async () => {
    const project_id = newProjectId()

    expect(await all(project_id)).toEqual([])
    expect(await storage().feedback.count({ project_id, sort: [] })).toBe(0)
    expect(await storage().feedback.on(project_id, ['ref'])).toEqual([])
  })
}

const statisticsOf = ({ id, weave_ref, created_at, feedback_type, payload }: Feedback): FeedbackValue => ({
  id,
  weave_ref,
  created_at,
  feedback_type,
  payload,
})
