import {
  and,
  callsWith,
  contains,
  convert,
  eq,
  field,
  gt,
  literal,
  not,
  or,
  type QueryCase,
  size,
} from './case.ts'

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
const X = field('inputs.x')

/** Three-valued logic, and what counts as true. */
export const LOGIC_CASES: readonly QueryCase[] = [
  {
    name: 'not of an unknown comparison is unknown, so texts match neither way',
    resource: 'calls',
    rows: callsWith(...DIGITS, '"a"', '"b"', 'missing'),
    query: not(gt(convert(X, 'int'), literal('5'))),
    ids: ['0', '1', '2', '3', '4', '5'],
  },
  {
    name: 'and treats unknown as false, so its not is true',
    resource: 'calls',
    rows: callsWith('1', '"a"'),
    query: not(and(gt(X, literal('0')), literal('true'))),
    ids: ['"a"'],
  },
  {
    name: 'or is true where one operand is, whatever the others',
    resource: 'calls',
    rows: callsWith('1', '"a"', '9'),
    query: or(gt(X, literal('5')), eq(X, literal('"a"')), literal('null')),
    ids: ['"a"', '9'],
  },
  ...constants('true', 'true', ['1']),
  ...constants('false', 'false', []),
  ...constants('a number other than zero', '-0.5', ['1']),
  ...constants('zero', '0', []),
  ...constants('zero as a float', '0.0', []),
  ...constants('null', 'null', []),
  ...constants('a text', '"0"', ['1']),
  ...constants('an empty text', '""', []),
  {
    name: 'a constant comparison that is true keeps everything',
    resource: 'calls',
    rows: callsWith('1', '2'),
    query: eq(literal('"1"'), literal('"1"')),
    ids: ['1', '2'],
  },
  {
    name: 'a bare field is true where its text is not empty',
    resource: 'calls',
    rows: callsWith('0', '""', '"a"', 'null', 'missing', 'false'),
    query: and(X),
    ids: ['0', '"a"', 'false'],
  },
  {
    name: 'a bare number is true where it is not zero',
    resource: 'calls',
    rows: callsWith('0', '1', '"a"', '-2'),
    query: and(convert(X, 'int')),
    ids: ['1', '-2'],
  },
  {
    name: 'a condition is an operand like any other: true is 1',
    resource: 'calls',
    rows: callsWith('"abc"', '"b"', '"c"'),
    query: eq(contains(X, literal('"b"')), literal('true')),
    ids: ['"abc"', '"b"'],
  },
  {
    name: 'sixty levels of nesting are answered',
    resource: 'calls',
    rows: callsWith('1', '2'),
    query: nested(20, eq(X, literal('2'))),
    ids: ['2'],
  },
  {
    name: 'sizes of sizes are answered',
    resource: 'calls',
    rows: callsWith('1', '"abcdefghijk"'),
    query: eq(
      Array.from({ length: 60 }).reduce<string>((input) => size(input), X),
      literal('1'),
    ),
    ids: ['1', '"abcdefghijk"'],
  },
  {
    name: 'many operands are no deeper than few',
    resource: 'calls',
    rows: callsWith('1', '2'),
    query: or(...Array.from({ length: 3000 }, () => eq(X, literal('2')))),
    ids: ['2'],
  },
]

function nested(times: number, query: string): string {
  return times === 0 ? query : not(not(and(nested(times - 1, query), literal('true'))))
}

function constants(what: string, json: string, ids: readonly string[]): QueryCase[] {
  return [
    {
      name: `${what} as a condition keeps ${ids.length === 0 ? 'nothing' : 'everything'}`,
      resource: 'calls',
      rows: callsWith('1'),
      query: and(literal(json)),
      ids,
    },
  ]
}
