import {
  and,
  type CallRow,
  contains,
  containsAnyCase,
  convert,
  eq,
  field,
  gt,
  gte,
  literal,
  lt,
  lte,
  not,
  oneOf,
  or,
  type QueryCase,
  size,
} from './case.ts'

/** 2025-03-01T10:00:00Z, in microseconds. */
const TEN = 1_740_823_200_000_000

const DAY = 86_400_000_000

const CALLS: readonly CallRow[] = [
  { id: 'root', op_name: 'weave:///team/app/op/rank:D1', started_at: TEN, ended_at: TEN + 1_500_999 },
  {
    id: 'child',
    op_name: 'plain',
    parent_id: 'root',
    started_at: TEN + 1,
    wb_run_id: 'team/app/r1',
    wb_run_step: 3,
  },
  {
    id: 'named',
    op_name: 'weave:///team/app/op/rank:D1',
    display_name: 'First',
    renamed_to: 'X',
    started_at: TEN + 2,
    ended_at: TEN + 1_000_000,
    exception: 'Boom Ärger',
  },
  { id: 'unnamed', display_name: 'Gone', renamed_to: '', started_at: TEN + 3 },
  {
    id: 'below',
    op_name: 'weave:///a',
    started_at: TEN + 4,
    ended_at: TEN + 5,
    descendant_failed: true,
    kind: 'llm',
    end_user: 'ada',
    input_refs: ['weave:///a', 'weave:///b'],
  },
]

/** Columns and computed fields of calls, and paths into their JSON. */
export const FIELD_CASES: readonly QueryCase[] = [
  columns('a column that equals null is unset', eq(field('parent_id'), literal('null')), [
    'root',
    'named',
    'unnamed',
    'below',
  ]),
  columns('a column that does not equal null is set', not(eq(field('wb_run_id'), literal('null'))), [
    'child',
  ]),
  columns('null may stand first', eq(literal('null'), field('ended_at')), ['child', 'unnamed']),
  columns(
    'null equals nothing else',
    or(eq(literal('null'), literal('null')), lt(field('id'), literal('null'))),
    [],
  ),
  columns('an unset column is unknown in comparisons', not(eq(field('wb_run_id'), literal('"other"'))), [
    'child',
  ]),
  columns('exists on a column means set', and(convert(field('wb_run_step'), 'exists')), ['child']),
  columns(
    'a number never matches a text column',
    or(eq(field('op_name'), literal('5')), gt(field('id'), literal('1'))),
    [],
  ),
  columns('a number column compares with any number', gt(field('wb_run_step'), literal('2.5')), ['child']),
  columns('a number column has a text', eq(convert(field('wb_run_step'), 'string'), literal('"3"')), [
    'child',
  ]),
  columns('a rename wins over the first name', eq(field('display_name'), literal('"X"')), ['named']),
  columns('a rename to nothing unsets the name', eq(field('display_name'), literal('null')), [
    'root',
    'child',
    'unnamed',
    'below',
  ]),
  columns('an instant is later than Unix seconds', gt(field('started_at'), literal('1740823200')), [
    'child',
    'named',
    'unnamed',
    'below',
  ]),
  columns(
    'an instant equals ISO text, to the microsecond',
    eq(field('started_at'), literal('"2025-03-01T11:00:00.000002+01:00"')),
    ['named'],
  ),
  columns(
    'an instant compares with a date',
    lt(field('started_at'), literal('"2025-03-02"')),
    CALLS.map(({ id }) => id),
  ),
  columns(
    'a number is seconds, also far in the future',
    lt(field('started_at'), literal('99999999999')),
    CALLS.map(({ id }) => id),
  ),
  columns(
    'nor does one that far in the past count as milliseconds',
    lt(field('started_at'), literal('-30000000000')),
    [],
  ),
  columns(
    'instants may be listed',
    oneOf(field('started_at'), literal('1740823200'), literal('"2025-03-01T10:00:00.000003Z"')),
    ['root', 'unnamed'],
  ),
  columns('an instant has a text', contains(field('started_at'), literal('"10:00:00.000001"')), ['child']),
  columns('a boolean is no instant', eq(field('started_at'), literal('true')), []),
  columns(
    'nor in a list',
    not(oneOf(field('started_at'), literal('true'))),
    CALLS.map(({ id }) => id),
  ),
  columns('an exception is an error', status('error'), ['named']),
  columns('errors below an ended call are a descendant_error', status('descendant_error'), ['below']),
  columns('a call without an end runs', status('running'), ['child', 'unnamed']),
  columns('a call that ended well succeeded', status('success'), ['root']),
  columns('latency is in whole milliseconds', gte(field('summary.weave.latency_ms'), literal('1500')), [
    'root',
  ]),
  columns('latency is unset while the call runs', eq(field('summary.weave.latency_ms'), literal('null')), [
    'child',
    'unnamed',
  ]),
  columns('the trace name is the display name', eq(field('summary.weave.trace_name'), literal('"X"')), [
    'named',
  ]),
  columns('the op is what ran, whatever it is called', eq(field('summary.weave.op'), literal('"rank"')), [
    'root',
    'named',
  ]),
  columns(
    'kind and end user are columns',
    and(
      eq(field('summary.weave.kind'), literal('"llm"')),
      eq(field('summary.weave.end_user'), literal('"ada"')),
    ),
    ['below'],
  ),
  columns('ops may be ruled out', not(contains(field('op_name'), literal('"/rank:"'))), [
    'child',
    'unnamed',
    'below',
  ]),
  columns('an op may be looked for among others of the call', eq(field('input_refs'), field('op_name')), [
    'below',
  ]),
  columns('without one it is the name in the op', eq(field('summary.weave.trace_name'), literal('"rank"')), [
    'root',
  ]),
  columns('contains finds no text in an unset column', contains(field('exception'), literal('""')), [
    'named',
  ]),
  columns('and that is false, not unknown', not(contains(field('exception'), literal('"Boom"'))), [
    'root',
    'child',
    'unnamed',
    'below',
  ]),
  columns('contains minds the case', contains(field('exception'), literal('"boom"')), []),
  columns(
    'unless told not to, in all of Unicode',
    containsAnyCase(field('exception'), literal('"BOOM äRG"')),
    ['named'],
  ),
  columns('a list contains whole elements only', contains(field('input_refs'), literal('"weave:///"')), []),
  columns('a list contains an element', contains(field('input_refs'), literal('"weave:///b"')), ['below']),
  columns('the size of a list is its count', eq(size(field('input_refs')), literal('2')), ['below']),
  columns('an empty list is unset', not(eq(field('input_refs'), literal('null'))), ['below']),
  columns(
    'the project is a column',
    eq(field('project_id'), literal('"team/app"')),
    CALLS.map(({ id }) => id),
  ),
  columns('a text column compares with JSON as texts', eq(field('id'), field('inputs.id')), []),

  path(
    'a dot in a key is escaped',
    '{"double.nested":"v","double":{"nested":"w"}}',
    'output.double\\.nested',
    '"v"',
  ),
  path('a dot parts keys', '{"double.nested":"v","double":{"nested":"w"}}', 'output.double.nested', '"w"'),
  path('digits index an array', '{"list":[["a"],["b","c"]]}', 'output.list.1.1', '"c"'),
  path('digits are a key of an object', '{"list":{"1":{"01":"c"}}}', 'output.list.1.01', '"c"'),
  path('digits may lead and be followed', '[{"a":{"b":"c"}}]', 'output.0.a.b', '"c"'),
  path('a path of many digits is answered', '[[[]]]', `output${'.0'.repeat(100)}`, '""'),
  path('an index beyond the end is missing', '["a"]', 'output.1', '""'),
  path('a huge index is only a key', '{"99999999999999999999":"a"}', 'output.99999999999999999999', '"a"'),
  path('walking into a scalar is missing', '{"a":"b"}', 'output.a.b', '""'),
  path('keys may contain anything', '{"a \\"b\\u0000\'":{"$[0]":"c"}}', 'output.a "b\u0000\'.$[0]', '"c"'),
  path('keys of prototypes are keys', '{"__proto__":"p"}', 'output.__proto__', '"p"'),
  path('and are missing where nobody put them', '{}', 'output.constructor', '""'),
  path('the bare column is the whole document', '"text"', 'output', '"text"'),
  path('the column has another name', '{"a":1}', 'output_dump.a', '"1"'),
  path('escapes in a container are read', '{"a":["\\u00e9\\/"]}', 'output.a', '"[\\"é/\\"]"'),
  path('a text may hold NUL', '{"a":"x\\u0000y"}', 'output.a', '"x\\u0000y"'),
  {
    name: 'a call expires at an instant, or never',
    resource: 'calls',
    rows: {
      calls: [
        { id: 'soon', started_at: TEN - DAY, expire_at: TEN },
        { id: 'later', started_at: TEN - DAY + 1, expire_at: TEN + 1 },
        { id: 'never' },
      ],
    },
    query: lte(field('expire_at'), literal('"2025-03-01T10:00:00Z"')),
    ids: ['soon'],
  },
  {
    name: 'an empty needle is in every text, and in what is missing',
    resource: 'calls',
    rows: { calls: [{ id: 'a', inputs: '{"s":"x"}' }, { id: 'b' }] },
    query: contains(field('inputs.s'), literal('""')),
    ids: ['a', 'b'],
  },
  {
    name: 'contains searches inside containers',
    resource: 'calls',
    rows: { calls: [{ id: 'a', inputs: '{"m":[{"content": "hello World"}]}' }, { id: 'b' }] },
    query: and(
      containsAnyCase(field('inputs.m'), literal('"WORLD"')),
      contains(field('inputs'), literal('"\\"content\\":\\"hello"')),
    ),
    ids: ['a'],
  },
]

function columns(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name, resource: 'calls', rows: { calls: CALLS }, query, ids }
}

function path(name: string, output: string, fieldPath: string, json: string): QueryCase {
  const rows = {
    calls: [
      { id: 'it', ended_at: TEN, output },
      { id: 'other', ended_at: TEN, output: '{"z":0}' },
    ],
  }
  const query = and(eq(field(fieldPath), literal(json)), eq(field('id'), literal('"it"')))
  return { name, resource: 'calls', rows, query, ids: ['it'] }
}

function status(value: string): string {
  return eq(field('summary.weave.status'), literal(`"${value}"`))
}
