import fc from 'fast-check'
import { JsonText } from '../../json/text.ts'
import { json, texts } from '../../testing/query-arbitraries.ts'
import type { CallPart } from '../port/calls.ts'
import { end, event, modelUsage, remove, rename, start } from './rows.ts'

/** Random calls of a few ids and traces, so that their parts meet. */

export const IDS = ['c0', 'c1', 'c2', 'c3', 'c4', 'É"\\\'\n']
export const TRACES = ['t0', 't1']
const OPS = ['a', 'weave:///team/app/op/ab:D', 'weave:///team/app/op/ab:E']
export const REFS = ['weave:///team/app/object/m:D', 'weave:///team/app/object/m:E/attr/x', '']

/** Replaced by the project of the run. */
const SOME = ''

export const id = fc.constantFrom(...IDS)
export const ids = fc.subarray([...IDS, 'unknown', IDS[0] ?? ''])
export const instant = fc.integer({ min: -5, max: 20 })
const nullable = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 2 })

/** Texts that are not well-formed, or that end early in C. */
const names = fc.oneof({ arbitrary: texts, weight: 5 }, fc.constantFrom('\ud83c', 'a\u0000b'))

const HOSTILE = [
  '{"a":"\\ud83c"}',
  '{"a":1,"a":"5"}',
  '{"a":{"__proto__":{"a":5}},"constructor":1}',
  `{"a":${'['.repeat(150)}${']'.repeat(150)}}`,
  `{"a":"${'x'.repeat(300)}","b":1e400}`,
  '{"\\u0061":"5","a.b":{"":0},"\\u001f":1}',
  '{"a":"\\u0000"}',
]

const texted = (text: string) => new JsonText(text)
const documents = fc.oneof({ arbitrary: json, weight: 6 }, fc.constantFrom(...HOSTILE)).map(texted)
export const objects = fc
  .oneof(
    { arbitrary: fc.tuple(json, json).map(([a, b]) => `{"a":${a},"b":${b}}`), weight: 6 },
    fc.constantFrom(...HOSTILE),
  )
  .map(texted)

const tokens = fc.integer({ min: 0, max: 3 })
const usages = fc.array(
  fc.record({ model: fc.constantFrom('m', 'n'), prompt_tokens: tokens, total_tokens: tokens }),
  { maxLength: 2 },
)

/** Parents come before their children, so that they form no cycle. */
const starts = id.chain((callId) =>
  fc
    .record({
      trace_id: fc.constantFrom(...TRACES),
      parent_id: fc.constantFrom(null, 'elsewhere', ...IDS.slice(0, IDS.indexOf(callId))),
      thread_id: nullable(fc.constantFrom('th', '')),
      turn_id: fc.constantFrom(null, callId, 'other'),
      op_name: fc.constantFrom(...OPS),
      display_name: nullable(names),
      started_at: instant,
      expire_at: nullable(instant),
      attributes: objects,
      inputs: objects,
      otel_dump: fc.constantFrom(null, new JsonText('{}')),
      input_refs: fc.subarray(REFS),
      wb_user_id: fc.constantFrom('user', 'É'),
      end_user: nullable(names),
      kind: fc.constantFrom(null, 'llm', 'agent', 'embedding'),
      input_preview: nullable(names),
      response_id: fc.constantFrom(null, 'r'),
      wb_run_id: nullable(names),
      wb_run_step: nullable(fc.integer({ min: 0, max: 300 })),
    })
    .map((fields) => start({ project_id: SOME, id: callId }, fields)),
)

const ends = fc
  .tuple(
    id,
    fc.record({
      ended_at: instant,
      exception: nullable(names),
      output: nullable(documents),
      summary: objects,
      output_refs: fc.subarray(REFS),
      wb_run_step_end: nullable(fc.integer({ min: 0, max: 300 })),
      usage: usages.map((rows) =>
        [...new Map(rows.map((row) => [row.model, row])).values()].map(({ model, ...counts }) =>
          modelUsage(model, counts),
        ),
      ),
      descendant_failed: fc.boolean(),
      output_preview: nullable(names),
    }),
  )
  .map(([callId, fields]) => end({ project_id: SOME, id: callId }, fields))

export const parts: fc.Arbitrary<CallPart> = fc.oneof(
  { arbitrary: starts, weight: 6 },
  { arbitrary: ends, weight: 5 },
  fc.tuple(id, names).map(([callId, name]) => rename({ project_id: SOME, id: callId }, name)),
  fc
    .tuple(id, fc.constantFrom('e1', 'e2'), texts)
    .map(([callId, name, value]) => event({ project_id: SOME, id: callId }, name, value)),
  id.map((callId) => remove({ project_id: SOME, id: callId })),
)

export function inProject(part: CallPart, project_id: string): CallPart {
  switch (part.part) {
    case 'start':
      return { part: 'start', start: { ...part.start, project_id } }
    case 'end':
      return { part: 'end', end: { ...part.end, project_id } }
    default:
      return { ...part, project_id }
  }
}
