import {
  and,
  contains,
  containsAnyCase,
  convert,
  eq,
  type FeedbackRow,
  field,
  gt,
  literal,
  not,
  oneOf,
  type QueryCase,
  type Rows,
} from './case.ts'

const on = (call: string) => `weave:///team/app/call/${call}`

const MATCH = 'wandb.runnable.match'
const NOTE = 'wandb.note.1'
const REACTION = 'wandb.reaction.1'

const FEEDBACK: readonly FeedbackRow[] = [
  {
    id: '1',
    weave_ref: on('a'),
    feedback_type: MATCH,
    payload: '{"output":0.5}',
    runnable_ref: 'weave:///r1',
  },
  { id: '2', weave_ref: on('a'), feedback_type: MATCH, payload: '{"output":7}' },
  { id: '3', weave_ref: on('b'), feedback_type: MATCH, payload: '{"output":9}' },
  { id: '4', weave_ref: on('a'), feedback_type: REACTION, payload: '{"emoji":"👎"}' },
  { id: '5', weave_ref: on('a'), feedback_type: REACTION, payload: '{"emoji":"👍"}' },
  { id: '6', weave_ref: on('b'), feedback_type: NOTE, payload: '{"note":""}' },
  { id: '7', weave_ref: on('b'), feedback_type: NOTE, payload: '{"note":"Not Good"}' },
  { id: '8', weave_ref: `${on('c')}/attr/x`, feedback_type: NOTE, payload: '{"note":"elsewhere"}' },
]

const SCORED: Rows = { calls: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], feedback: FEEDBACK }

const QUEUED: Rows = {
  calls: [{ id: 'both', queue_ids: ['q1', 'q2'] }, { id: 'one', queue_ids: ['q2'] }, { id: 'none' }],
}

const score = field(`feedback.[${MATCH}].payload.output`)
const emoji = field(`feedback.[${REACTION}].payload.emoji`)
const note = field(`feedback.[${NOTE}].payload.note`)
const queue = field('annotation_queue_items.queue_id')

const REF = 'weave:///team/app/object/model:D1'
const CONFIG = 'weave:///team/app/object/config:D2'
const DELETED = 'weave:///team/app/object/gone:D3'

const LINKED: Rows = {
  calls: [
    { id: 'linked', inputs: `{"model":"${REF}"}` },
    { id: 'inline', inputs: '{"model":{"name":"m","config":{"temp":0.7}}}' },
    { id: 'dangling', inputs: '{"model":"weave:///team/app/object/none:D9"}' },
    { id: 'deleted', inputs: `{"model":"${DELETED}"}` },
    { id: 'missing' },
  ],
  objects: [
    { ref: REF, val: `{"name":"m","config":"${CONFIG}","list":[{"a":1}]}` },
    { ref: CONFIG, val: '{"temp":0.7}' },
    { ref: DELETED, val: '{"name":"m"}', deleted: true },
  ],
}

/** Fields of calls that live outside the call. */
export const ATTACHED_CASES: readonly QueryCase[] = [
  scored('the first row of a single-valued type counts', gt(score, literal('0.1')), ['a', 'b']),
  scored('and only the first', eq(score, literal('7')), []),
  scored('literals cast it', eq(score, literal('9')), ['b']),
  scored('scored_by: what is absent equals the empty text', and(not(eq(score, literal('""')))), ['a', 'b']),
  scored(
    'a ref beside the payload',
    eq(field(`feedback.[${MATCH}].runnable_ref`), literal('"weave:///r1"')),
    ['a'],
  ),
  scored('without a ref it is empty', eq(field(`feedback.[${MATCH}].trigger_ref`), literal('""')), [
    'a',
    'b',
    'c',
  ]),
  scored('exists asks for a value', convertExists(score), ['a', 'b']),
  scored('not exists', not(convert(score, 'exists')), ['c']),
  scored('single-valued feedback never equals null', eq(score, literal('null')), []),
  scored('one reaction among many is found', eq(emoji, literal('"👍"')), ['a']),
  scored('a note among many contains', contains(note, literal('"Good"')), ['b']),
  scored('in any case', containsAnyCase(note, literal('"not g"')), ['b']),
  scored('many may be listed', oneOf(emoji, literal('"👎"'), literal('"x"')), ['a']),
  scored('many values are not cast', eq(note, literal('1')), []),
  scored('many equal null where there are none', eq(note, literal('null')), ['a', 'c']),
  scored('empty values are none', not(eq(note, literal('""'))), ['a', 'b', 'c']),
  scored('many in a condition: there is one', and(emoji), ['a']),
  scored('many exist where one has a value', convertExists(note), ['b']),
  scored(
    'the star is the first value of any type',
    eq(field('feedback.[*].payload.note'), literal('"Not Good"')),
    ['b'],
  ),
  scored('the star is not cast', gt(field('feedback.[*].payload.output'), literal('1')), []),
  {
    ...scored('feedback sorts by number, what has none last', and(literal('1')), ['b', 'a', 'c']),
    sort: [{ field: `feedback.[${MATCH}].payload.output`, direction: 'desc' }],
  },
  queued('a call is found in each of its queues', eq(queue, literal('"q1"')), ['both']),
  queued('and once, however many have it', eq(queue, literal('"q2"')), ['both', 'one']),
  queued('the other calls', not(eq(queue, literal('"q1"'))), ['one', 'none']),
  queued('any of several queues', oneOf(queue, literal('"q1"'), literal('"q2"')), ['both', 'one']),
  queued('an unknown queue has no calls', eq(queue, literal('"q"')), []),
  queued('a call in no queue', eq(queue, literal('null')), ['none']),
  linked('a path through a ref', 'inputs.model.name', '"m"', ['inputs.model'], ['linked']),
  linked('is not followed unless listed', 'inputs.model.name', '"m"', [], ['inline']),
  linked('literals cast what is behind a ref', 'inputs.model.list.0.a', '1', ['inputs.model'], ['linked']),
  linked(
    'refs behind refs',
    'inputs.model.config.temp',
    '0.7',
    ['inputs.model.config', 'inputs.model'],
    ['linked'],
  ),
  linked('each must be listed', 'inputs.model.config.temp', '0.7', ['inputs.model'], []),
  linked('the ref itself is not followed', 'inputs.model', `"${REF}"`, ['inputs.model'], ['linked']),
  linked(
    'a ref that leads nowhere is unknown, not empty',
    'inputs.model.nope',
    '""',
    ['inputs.model'],
    ['linked'],
  ),
  {
    ...linked('a sort follows refs', 'id', '"x"', ['inputs.model'], []),
    query: not(eq(field('id'), literal('"inline"'))),
    sort: [
      { field: 'inputs.model.name', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
    ids: ['linked', 'dangling', 'deleted', 'missing'],
  },
]

function scored(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `feedback on calls: ${name}`, resource: 'calls', rows: SCORED, query, ids }
}

function queued(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `queues: ${name}`, resource: 'calls', rows: QUEUED, query, ids }
}

function linked(
  name: string,
  path: string,
  json: string,
  expand_columns: readonly string[],
  ids: readonly string[],
): QueryCase {
  const query = eq(field(path), literal(json))
  return { name: `refs: ${name}`, resource: 'calls', rows: LINKED, query, expand_columns, ids }
}

function convertExists(input: string): string {
  return and(convert(input, 'exists'))
}
