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
  lt,
  not,
  or,
  type PriceRow,
  type QueryCase,
  size,
} from './case.ts'

const TEN = 1_740_823_200_000_000

const FEEDBACK: readonly FeedbackRow[] = [
  {
    id: 'a',
    creator: 'Ann',
    created_at: TEN,
    payload: '{"score":0.9,"ok":true}',
    scorer_tags: ['nsfw', 'Ärger'],
  },
  { id: 'b', created_at: TEN + 1, payload: '{"score":5}', scorer_ratings: { _rating_: 0, 'a.b': 0.5 } },
  {
    id: 'c',
    created_at: TEN + 2,
    payload: '{"score":"x"}',
    scorer_tag_reasons: { nsfw: 'seen' },
    scorer_ratings: { _rating_: 2 },
  },
]

const PRICES: readonly PriceRow[] = [
  { id: 'p', llm_id: 'm1', prompt_token_cost: 0.00001, effective_date: TEN },
  { id: 'q', llm_id: 'm2', prompt_token_cost: 2, effective_date: TEN + 1 },
]

/** Feedback and prices: typed columns, where null is unknown. */
export const RECORD_CASES: readonly QueryCase[] = [
  feedback('a payload is cast by literals', gt(field('payload.score'), literal('0.5')), ['a', 'b']),
  feedback('a payload reads as text', eq(field('payload.score'), literal('"0.9"')), ['a']),
  feedback('payload_dump is the payload', eq(field('payload_dump.ok'), literal('true')), ['a']),
  feedback('nothing equals null', eq(field('creator'), literal('null')), []),
  feedback('nor does not of it', not(eq(field('creator'), literal('null'))), []),
  feedback('exists asks whether a column is set', and(convert(field('creator'), 'exists')), ['a']),
  feedback('a list contains whole elements only', contains(field('scorer_tags'), literal('"ns"')), []),
  feedback('a list contains an element', contains(field('scorer_tags'), literal('"nsfw"')), ['a']),
  feedback('in any case', containsAnyCase(field('scorer_tags'), literal('"äRGER"')), ['a']),
  feedback('a list has a size', eq(size(field('scorer_tags')), literal('2')), ['a']),
  feedback('a map has a size', eq(size(field('scorer_ratings')), literal('2')), ['b']),
  feedback('a map contains its keys', contains(field('scorer_ratings'), literal('"a.b"')), ['b']),
  feedback('a missing key is not zero', eq(field('scorer_ratings._rating_'), literal('0')), ['b']),
  feedback('a key is the rest of the name', lt(field('scorer_ratings.a.b'), literal('1')), ['b']),
  feedback('a map of texts', eq(field('scorer_tag_reasons.nsfw'), literal('"seen"')), ['c']),
  feedback(
    'created_at compares with ISO text',
    gt(field('created_at'), literal('"2025-03-01T10:00:00.000001Z"')),
    ['c'],
  ),
  feedback('the project is a column', eq(field('project_id'), literal('"team/app"')), ['a', 'b', 'c']),
  {
    ...feedback('a sort by a key, unset last', or(literal('1')), ['c', 'b', 'a']),
    sort: [{ field: 'scorer_ratings._rating_', direction: 'desc' }],
  },
  {
    name: 'feedback: an explicit null in a payload sorts as present, a missing path last',
    resource: 'feedback',
    rows: {
      feedback: [
        { id: 'missing', payload: '{}' },
        { id: 'null', payload: '{"p":null}' },
        { id: 'text', payload: '{"p":"a"}' },
        { id: 'number', payload: '{"p":3}' },
      ],
    },
    sort: [{ field: 'payload.p', direction: 'desc' }],
    ids: ['number', 'text', 'null', 'missing'],
  },
  prices('numbers compare with any number', gt(field('prompt_token_cost'), literal('1')), ['q']),
  prices('a float literal', and(literal('true'), gt(field('prompt_token_cost'), literal('0.000001'))), [
    'p',
    'q',
  ]),
  prices(
    'a number as text is the shortest',
    eq(convert(field('prompt_token_cost'), 'string'), literal('"2"')),
    ['q'],
  ),
  prices('a date', eq(field('effective_date'), literal('"2025-03-01 10:00:00"')), ['p']),
  prices('everything', eq(literal('"1"'), literal('"1"')), ['p', 'q']),
  {
    ...prices('a sort', or(literal('1')), ['q', 'p']),
    sort: [{ field: 'effective_date', direction: 'desc' }],
  },
]

function feedback(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `feedback: ${name}`, resource: 'feedback', rows: { feedback: FEEDBACK }, query, ids }
}

function prices(name: string, query: string, ids: readonly string[]): QueryCase {
  return { name: `prices: ${name}`, resource: 'prices', rows: { prices: PRICES }, query, ids }
}
