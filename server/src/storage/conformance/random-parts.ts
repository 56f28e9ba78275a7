import fc from 'fast-check'
import type { CallPart } from '../port/calls.ts'
import { end, event, json, modelUsage, remove, rename, start } from './rows.ts'

export const IDS = ['a', 'b']
export const REFS = ['weave:///t/p/object/x:1', 'weave:///t/p/object/y:1']
const MODELS = ['m1', 'm2']

/** Dumps of spans repeat what calls say. */
export const LONG_TEXTS = ['é😀 long', 'longer'].map((text) => text.repeat(20))

type PartMaker = (project_id: string) => CallPart

/** Any part of one of the calls `IDS`. */
export function partMakers(): fc.Arbitrary<PartMaker> {
  const id = fc.constantFrom(...IDS)
  const text = fc.constantFrom('', 'x', 'é', ...LONG_TEXTS)
  const starts = fc
    .record({
      op_name: fc.constantFrom('op1', 'op2'),
      display_name: fc.constantFrom(null, 'shown'),
      parent_id: fc.constantFrom(null, 'parent'),
      thread_id: fc.constantFrom(null, 'thread'),
      started_at: fc.integer({ min: 0, max: 5 }),
      inputs: text.map(json),
      otel_dump: fc.constantFrom(null, json({ span: 1 }), json({ span: LONG_TEXTS })),
      input_refs: fc.subarray(REFS),
      wb_run_step: fc.constantFrom(null, 3),
      kind: fc.constantFrom(null, 'llm', 'call'),
      end_user: fc.constantFrom(null, 'ada'),
      input_preview: fc.constantFrom(null, '', 'asked'),
    })
    .map((fields) => (key: Key) => start(key, fields))
  const ends = fc
    .record({
      ended_at: fc.integer({ min: 5, max: 9 }),
      exception: fc.constantFrom(null, '', 'broken'),
      output: fc.oneof(fc.constant(null), text.map(json)),
      output_refs: fc.subarray(REFS),
      usage: fc.subarray(MODELS).map((models) => models.map((model) => modelUsage(model))),
      descendant_failed: fc.boolean(),
      wb_run_step_end: fc.constantFrom(null, 4),
      output_preview: fc.constantFrom(null, 'answered'),
    })
    .map((fields) => (key: Key) => end(key, fields))
  const renames = fc.constantFrom('', 'renamed').map((name) => (key: Key) => rename(key, name))
  const events = fc.tuple(fc.constantFrom('e1', 'e2'), text).map(
    ([name, value]) =>
      (key: Key) =>
        event(key, name, value),
  )
  const parts = fc.oneof(
    { weight: 4, arbitrary: starts },
    { weight: 4, arbitrary: ends },
    { weight: 2, arbitrary: renames },
    { weight: 2, arbitrary: events },
    { weight: 1, arbitrary: fc.constant(remove) },
  )
  return fc.tuple(id, parts).map(
    ([callId, make]) =>
      (project_id) =>
        make({ project_id, id: callId }),
  )
}

type Key = { project_id: string; id: string }
