import {
  and,
  contains,
  containsAnyCase,
  convert,
  eq,
  field,
  gt,
  gte,
  type ItemRow,
  literal,
  lt,
  not,
  oneOf,
  type QueryCase,
  type SortRequest,
  type SpanRow,
  size,
} from './case.ts'

const TEN = 1_740_823_200_000_000

const SPANS: readonly SpanRow[] = [
  {
    id: 'plan',
    started_at: TEN,
    ended_at: TEN + 1_500_999,
    agent_name: 'Planner',
    input_tokens: 12,
    finish_reasons: ['stop'],
    custom_attrs: '{"retries":3,"a.b":"x","ok":true}',
  },
  {
    id: 'tool',
    started_at: TEN + 999,
    ended_at: TEN + 1_000,
    finish_reasons: ['length', 'stop'],
    custom_attrs: '{"retries":2.5}',
  },
  { id: 'bare', started_at: TEN + 2_000, ended_at: TEN + 2_000, input_tokens: 7 },
]

const ITEMS: readonly ItemRow[] = [
  { id: 'r0', val: '{"q":"Why?","score":5,"tags":["a"]}' },
  { id: 'r1', val: '{"q":"why not","score":"5","nested":{"0":{"x":true}}}' },
  { id: 'r2', val: '{"q":null,"score":5.5}' },
  { id: 'r3', val: '"only a text"' },
]

/** Agent spans, whose unknown names are custom attributes, and the rows of tables. */
export const SPAN_AND_TABLE_CASES: readonly QueryCase[] = [
  spans('a column by its own name', eq(field('agent_name'), literal('"Planner"')), ['plan']),
  spans('a column by the name of its attribute', eq(field('gen_ai.agent.name'), literal('"Planner"')), [
    'plan',
  ]),
  spans('an unset column equals null', eq(field('agent_name'), literal('null')), ['tool', 'bare']),
  spans('a number column', gt(field('input_tokens'), literal('7')), ['plan']),
  spans('a duration is in whole milliseconds', gte(field('duration_ms'), literal('1')), ['plan', 'tool']),
  spans('any other name is a custom attribute', gt(field('retries'), literal('2.0')), ['plan', 'tool']),
  spans('which literals cast', gt(field('retries'), literal('2')), ['plan']),
  spans('dots are part of its name', eq(field('a.b'), literal('"x"')), ['plan']),
  spans('a boolean attribute', eq(field('custom_attrs_bool.ok'), literal('true')), ['plan']),
  spans('a missing attribute does not exist', not(convert(field('retries'), 'exists')), ['bare']),
  spans('a list contains whole elements', contains(field('finish_reasons'), literal('"stop"')), [
    'plan',
    'tool',
  ]),
  spans('a list has a size', eq(size(field('finish_reasons')), literal('2')), ['tool']),
  spans('an instant compares with ISO text', lt(field('started_at'), literal('"2025-03-01T10:00:00.001Z"')), [
    'plan',
    'tool',
  ]),
  sortedSpans('a sort by duration', { field: 'duration_ms', direction: 'asc' }, ['bare', 'tool', 'plan']),
  sortedSpans('a sort by an attribute, unset last', { field: 'retries', direction: 'desc' }, [
    'plan',
    'tool',
    'bare',
  ]),
  tables('a column is cast by literals', eq(field('score'), literal('5')), ['r0', 'r1']),
  tables('a float matches all numbers', gt(field('score'), literal('4.5')), ['r0', 'r1', 'r2']),
  tables('a path through digits', eq(field('nested.0.x'), literal('true')), ['r1']),
  tables('null is no value', not(convert(field('q'), 'exists')), ['r2', 'r3']),
  tables('a text in any case', containsAnyCase(field('q'), literal('"WHY"')), ['r0', 'r1']),
  tables('the whole row', eq(field('*'), literal('"only a text"')), ['r3']),
  tables('a list of options', oneOf(field('q'), literal('"Why?"'), literal('"x"')), ['r0']),
  tables('conditions join', and(eq(field('tags.0'), literal('"a"')), gt(field('score'), literal('1'))), [
    'r0',
  ]),
  {
    name: 'tables: numbers come first, then what is missing, and ties keep the order of the table',
    resource: 'table_rows',
    rows: { table_rows: ITEMS },
    sort: [{ field: 'score', direction: 'desc' }],
    ids: ['r2', 'r0', 'r1', 'r3'],
  },
]

function spans(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `spans: ${name}`, resource: 'agent_spans', rows: { agent_spans: SPANS }, query, ids }
}

function sortedSpans(name: string, sort: SortRequest, ids: readonly string[]): QueryCase {
  return { name: `spans: ${name}`, resource: 'agent_spans', rows: { agent_spans: SPANS }, sort: [sort], ids }
}

function tables(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `tables: ${name}`, resource: 'table_rows', rows: { table_rows: ITEMS }, query, ids }
}
