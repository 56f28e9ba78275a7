import {
  callsWith,
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
  type QueryCase,
  size,
} from './case.ts'

const X = field('inputs.x')
const MIXED = callsWith('4', '5.5', '6', '"7"', '"abc"', 'true', 'missing')

/** How JSON is read, and what literals make of it. */
export const CAST_CASES: readonly QueryCase[] = [
  calls('an integer literal matches integer texts only', MIXED, gt(X, literal('5')), ['6', '"7"']),
  calls('a float literal matches all numbers', MIXED, gt(X, literal('5.0')), ['5.5', '6', '"7"']),
  calls(
    'a boolean literal matches true in its spellings',
    callsWith('true', '"true"', '1', '"True"', 'false', '1.0', '256'),
    eq(X, literal('true')),
    ['true', '"true"', '1', '1.0'],
  ),
  calls('nothing in JSON equals null', callsWith('null', 'missing', '""'), eq(X, literal('null')), []),
  calls('nor does not of it match', callsWith('null', 'missing'), not(eq(X, literal('null'))), []),
  calls('null is not greater or less', callsWith('1', '"a"'), gt(X, literal('null')), []),
  calls(
    'an empty text equals what is missing, null or empty',
    callsWith('null', 'missing', '""', '0', '[]', 'false'),
    eq(X, literal('""')),
    ['null', 'missing', '""'],
  ),
  calls('a string literal compares texts', callsWith('100', '300', '"400"', '5'), gt(X, literal('"300"')), [
    '"400"',
    '5',
  ]),
  calls(
    '"true" matches the boolean and the text',
    callsWith('true', '"true"', '1'),
    eq(X, literal('"true"')),
    ['true', '"true"'],
  ),
  calls(
    'a whole float reads as an integer',
    callsWith('5.0', '5', '5e0', '"5"', '5.5'),
    eq(X, literal('"5"')),
    ['5.0', '5', '5e0', '"5"'],
  ),
  calls('a negative zero reads as zero', callsWith('-0', '0', '1'), eq(X, literal('"0"')), ['-0', '0']),
  calls('a whole float equals an integer literal', callsWith('5.0', '5e0', '1e5', '5'), eq(X, literal('5')), [
    '5.0',
    '5e0',
    '5',
  ]),
  calls('an exponent is written out', callsWith('1e5', '100000.0', '1.5e1'), eq(X, literal('"100000"')), [
    '1e5',
    '100000.0',
  ]),
  calls('the cast works with the literal first', callsWith('4', '6', '"7"'), lt(literal('5'), X), [
    '6',
    '"7"',
  ]),
  calls('lte and gte include the bound', callsWith('4', '5', '6'), lte(X, literal('5')), ['4', '5']),
  calls('gte includes the bound', callsWith('4', '5', '6'), gte(X, literal('5')), ['5', '6']),
  calls(
    'integers are compared exactly, beyond what a double holds',
    callsWith('9007199254740993', '9007199254740992', '9223372036854775807'),
    gt(X, literal('9007199254740992')),
    ['9007199254740993', '9223372036854775807'],
  ),
  calls(
    'integers beyond 64 bits neither wrap nor fail',
    callsWith('123456789012345678901234', '-123456789012345678901234', '1', '"99999999999999999999"'),
    gt(X, literal('9223372036854775807')),
    ['123456789012345678901234', '"99999999999999999999"'],
  ),
  calls(
    'an integer literal may be beyond 64 bits',
    callsWith('1', '123456789012345678901235'),
    lt(X, literal('123456789012345678901')),
    ['1'],
  ),
  calls(
    'a container is its minified text',
    callsWith('{"a": [1, 2.0]}', '"a"'),
    eq(X, literal('"{\\"a\\":[1,2.0]}"')),
    ['{"a": [1, 2.0]}'],
  ),
  calls(
    'a sign and zeros are part of an integer text',
    callsWith('"+007"', '" 7"', '"7 "', '7'),
    eq(X, literal('7')),
    ['"+007"', '7'],
  ),
  calls(
    '$in casts to the one type of its list',
    callsWith('1', '"2"', '3', '"a"'),
    oneOf(X, literal('1'), literal('2')),
    ['1', '"2"'],
  ),
  calls(
    '$in with integers and floats compares numbers',
    callsWith('1', '2.5', '"2.5"', '3'),
    oneOf(X, literal('1'), literal('2.5')),
    ['1', '2.5', '"2.5"'],
  ),
  calls(
    '$in with another mix compares texts, and typed members never match',
    callsWith('1', '"a"', 'true'),
    oneOf(X, literal('1'), literal('"a"')),
    ['"a"'],
  ),
  calls('$in with an empty list matches nothing', callsWith('1', 'missing'), oneOf(X), []),
  calls('not of $in with an empty list matches everything', callsWith('1', 'missing'), not(oneOf(X)), [
    '1',
    'missing',
  ]),
  calls(
    '$in may list fields',
    callsWith('1', '2'),
    oneOf(X, field('inputs.y'), convert(literal('2'), 'string')),
    ['2'],
  ),
  calls(
    'convert to int refuses fractions',
    callsWith('5.5', '"abc"', '5', '5.0'),
    eq(convert(X, 'int'), literal('5')),
    ['5', '5.0'],
  ),
  calls(
    'convert to double',
    callsWith('5.5', '"1e1"', '"abc"', 'true'),
    gt(convert(X, 'double'), literal('5')),
    ['5.5', '"1e1"'],
  ),
  calls(
    'convert to bool reads the words',
    callsWith('true', '"false"', '2', '-1'),
    gte(convert(X, 'bool'), literal('0')),
    ['true', '"false"', '2'],
  ),
  calls(
    'convert to string changes no text',
    callsWith('1', '"1"', '1.5'),
    eq(convert(X, 'string'), literal('"1"')),
    ['1', '"1"'],
  ),
  calls(
    'exists on JSON means present and not null',
    callsWith('1', 'null', 'missing', '""', 'false'),
    not(convert(X, 'exists')),
    ['null', 'missing'],
  ),
  calls('no cast is implied beside convert', callsWith('5', '5.5'), eq(convert(X, 'double'), literal('5')), [
    '5',
  ]),
  calls(
    'nor beside convert to string',
    callsWith('5', '"5"', 'true'),
    eq(convert(X, 'string'), literal('5')),
    [],
  ),
  calls('size counts code points', callsWith('"😀é"', '"ab"', '"abc"', '12'), eq(size(X), literal('2')), [
    '"😀é"',
    '"ab"',
    '12',
  ]),
  calls(
    'size of a container is the length of its text',
    callsWith('[1, 2]', '[]'),
    eq(size(X), literal('5')),
    ['[1, 2]'],
  ),
  calls('two fields compare as texts', callsWith('1', '"1"', '2'), eq(X, field('inputs.x')), [
    '1',
    '"1"',
    '2',
  ]),
]

function calls(name: string, rows: QueryCase['rows'], query: string, ids: readonly string[]): QueryCase {
  return { name, resource: 'calls', rows, query, ids }
}
