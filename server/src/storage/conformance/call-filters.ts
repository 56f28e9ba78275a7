import { expect, test } from 'vitest'
import type { CallFilter } from '../../domain/calls/filter.ts'
import type { Storage } from '../port.ts'
import { equals, json, jsonField, newProjectId, start } from './rows.ts'

const OP = 'weave:///team/app/op'
const REF = 'weave:///team/app/object'
const FILTER_VALUES_MAX = 1000
const UNKNOWN = Array.from({ length: FILTER_VALUES_MAX - 1 }, (_, index) => ({
  startsWith: `${REF}/unknown-${index}:`,
}))

/** The calls of `fill` that each filter matches. */
const CASES: readonly { readonly filter: CallFilter; readonly finds: readonly string[] }[] = [
  { filter: {}, finds: ['a', 'b', 'c', 'd'] },
  { filter: { trace_roots_only: true }, finds: ['a', 'd'] },
  { filter: { parent_ids: ['a'] }, finds: ['b', 'c'] },
  { filter: { parent_ids: ['a', 'unknown'] }, finds: ['b', 'c'] },
  { filter: { trace_ids: ['t1'] }, finds: ['a', 'b', 'c'] },
  { filter: { trace_ids: ['t1', 't2'] }, finds: ['a', 'b', 'c', 'd'] },
  { filter: { call_ids: ['d', 'a', 'unknown', 'a'] }, finds: ['a', 'd'] },
  { filter: { call_ids: ['c'] }, finds: ['c'] },
  { filter: { call_ids: [] }, finds: [] },
  { filter: { thread_ids: ['th'] }, finds: ['b', 'd'] },
  { filter: { thread_ids: [] }, finds: [] },
  { filter: { turn_ids: ['b'] }, finds: ['b', 'c'] },
  { filter: { wb_user_ids: ['eve'] }, finds: ['d'] },
  { filter: { wb_run_ids: ['team/app/run'] }, finds: ['c'] },
  { filter: { op_names: [{ equals: `${OP}/rank:v1` }] }, finds: ['a'] },
  { filter: { op_names: [{ equals: `${OP}/rank` }] }, finds: [] },
  { filter: { op_names: [{ startsWith: `${OP}/rank:` }] }, finds: ['a', 'b'] },
  { filter: { op_names: [{ startsWith: `${OP}/rank` }] }, finds: ['a', 'b', 'c'] },
  { filter: { op_names: [{ equals: 'plain' }, { startsWith: `${OP}/rank2:` }] }, finds: ['c', 'd'] },
  { filter: { op_names: [{ equals: 'unknown' }] }, finds: [] },
  { filter: { op_names: [] }, finds: [] },
  { filter: { input_refs: [{ equals: `${REF}/m:D` }] }, finds: ['a'] },
  { filter: { input_refs: [{ startsWith: `${REF}/m:` }] }, finds: ['a', 'b', 'd'] },
  { filter: { input_refs: [{ equals: `${REF}/m:D` }, { equals: `${REF}/m2:D` }] }, finds: ['a', 'c'] },
  { filter: { output_refs: [{ equals: `${REF}/m:D` }] }, finds: [] },
  { filter: { op_names: [...UNKNOWN, { equals: 'plain' }] }, finds: ['d'] },
  { filter: { input_refs: [...UNKNOWN, { equals: `${REF}/m:D` }] }, finds: ['a'] },
  { filter: { trace_ids: ['t1'], trace_roots_only: true }, finds: ['a'] },
  { filter: { trace_ids: ['t1'], thread_ids: ['th'] }, finds: ['b'] },
  { filter: { parent_ids: ['a'], op_names: [{ startsWith: `${OP}/rank:` }] }, finds: ['b'] },
  {
    filter: { call_ids: ['a', 'b'], input_refs: [{ startsWith: `${REF}/m:` }], turn_ids: ['b'] },
    finds: ['b'],
  },
]

export function callFilterGuarantees(storage: () => Storage): void {
  async function fill(project_id: string): Promise<void> {
    const call = (id: string, fields: Parameters<typeof start>[1]) => start({ project_id, id }, fields)
    await storage().calls.write([
      call('a', { started_at: 1, trace_id: 't1', op_name: `${OP}/rank:v1`, input_refs: [`${REF}/m:D`] }),
      call('b', {
        started_at: 2,
        trace_id: 't1',
        parent_id: 'a',
        op_name: `${OP}/rank:v2`,
        thread_id: 'th',
        turn_id: 'b',
        input_refs: [`${REF}/m:D/attr/x`, `${REF}/m:E`],
      }),
      call('c', {
        started_at: 3,
        trace_id: 't1',
        parent_id: 'a',
        op_name: `${OP}/rank2:v1`,
        turn_id: 'b',
        wb_run_id: 'team/app/run',
        input_refs: [`${REF}/m2:D`],
      }),
      call('d', {
        started_at: 4,
        trace_id: 't2',
        op_name: 'plain',
        thread_id: 'th',
        wb_user_id: 'eve',
        input_refs: [`${REF}/m:😀`],
      }),
    ])
  }

  test.each(['first', 'second'])(
    'each filter finds its calls, and counts what it finds (%s project)',
    async () => {
      const project_id = newProjectId()
      await fill(project_id)

      const answers = await Promise.all(
        CASES.map(async ({ filter }) => {
          const search = { project_id, filter, sort: [] }
          const [finds, count] = await Promise.all([
            storage().calls.find(search),
            storage().calls.count(search),
          ])
          return { filter, finds, count }
        }),
      )

      expect(answers).toEqual(CASES.map((expected) => ({ ...expected, count: expected.finds.length })))
    },
  )

  test('filters hold beside a condition on the inputs, for the latest start of each call', async () => {
    const project_id = newProjectId()
    const inputs = json({ m: 'x' })
    const call = (id: string, fields: Parameters<typeof start>[1]) =>
      start({ project_id, id }, { inputs, ...fields })
    await storage().calls.write([
      call('a', { started_at: 1, trace_id: 't1', op_name: 'old' }),
      call('b', { started_at: 2, trace_id: 't1', op_name: 'other' }),
    ])
    await storage().calls.write([call('a', { started_at: 3, trace_id: 't2', op_name: 'new' })])
    const answer = async (filter: CallFilter) => {
      const search = { project_id, filter, condition: equals(jsonField('inputs', 'm'), 'x'), sort: [] }
      return [await storage().calls.find(search), await storage().calls.count(search)]
    }

    expect(await answer({ call_ids: ['a', 'b'], op_names: [{ equals: 'other' }] })).toEqual([['b'], 1])
    expect(await answer({ call_ids: ['a', 'b'], trace_ids: ['t2'] })).toEqual([['a'], 1])
    expect(await answer({ op_names: [{ equals: 'old' }] })).toEqual([[], 0])
    expect(await answer({ trace_ids: ['t1'] })).toEqual([['b'], 1])
  })

  test('no filter finds anything in an unknown project', async () => {
    const project_id = newProjectId()

    for (const { filter } of CASES) {
      const search = { project_id, filter, sort: [] }
      expect(await storage().calls.find(search)).toEqual([])
      expect(await storage().calls.count(search)).toBe(0)
    }
  })
}
