import { DateTime, Direction, Maybe, Nullable, Payload, PayloadObject } from '@heddle/contract/schema'
import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../json/read.ts'
import { JsonText } from '../../json/text.ts'
import { compileDecoder } from './decode.ts'
import { Issues } from './issues.ts'
import { shapeOf } from './shape.ts'

/** Decodes JSON text with a schema: the value, or the type of each issue by its path. */
function decoded(schema: TSchema, text: string): unknown {
  const issues = new Issues([])
  const value = compileDecoder(schema)(readJson(text, shapeOf(schema)), issues)
  if (issues.found.length === 0) return value
  return { issues: issues.found.map(({ loc, type }) => [loc.join('.'), type]) }
}

const refused = (type: string) => ({ issues: [['', type]] })

describe('scalars', () => {
  const WholeNumber = Type.Integer({ minimum: 0, maximum: 100 })
  const Price = Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 10 })
  const Name = Type.String({ minLength: 2, maxLength: 3 })

  test.each<[TSchema, string, unknown]>([
    [Type.String(), '"x"', 'x'],
    [Type.String(), '""', ''],
    [Type.String(), '"a\\ud800b"', 'a\ufffdb'],
    [Type.String(), '5', refused('string_type')],
    [Type.String(), 'true', refused('string_type')],
    [Type.String(), 'null', refused('string_type')],
    [Type.String(), '{"a":1}', refused('string_type')],
    [Name, '"ab"', 'ab'],
    [Name, '"😀😀😀"', '😀😀😀'],
    [Name, '"a"', refused('string_too_short')],
    [Name, '"abcd"', refused('string_too_long')],
    [Type.String({ pattern: '^a+$' }), '"b"', refused('string_pattern_mismatch')],
    [Type.Integer(), '10', 10],
    [Type.Integer(), '10.0', 10],
    [Type.Integer(), '1e2', 100],
    [Type.Integer(), '-0', 0],
    [Type.Integer(), '"10"', 10],
    [Type.Integer(), '" -7 "', -7],
    [Type.Integer(), '10.5', refused('int_from_float')],
    [Type.Integer(), '"10.5"', refused('int_parsing')],
    [Type.Integer(), '"abc"', refused('int_parsing')],
    [Type.Integer(), '""', refused('int_parsing')],
    [Type.Integer(), 'true', refused('int_type')],
    [Type.Integer(), '[1]', refused('int_type')],
    [Type.Integer(), 'NaN', refused('int_from_float')],
    [Type.Integer(), '12345678901234567890123', refused('int_parsing_size')],
    [Type.Integer(), '1e400', refused('int_from_float')],
    [WholeNumber, '-1', refused('greater_than_equal')],
    [WholeNumber, '101', refused('less_than_equal')],
    [Type.Number(), '0.5', 0.5],
    [Type.Number(), '"1e-3"', 0.001],
    [Type.Number(), '"x"', refused('float_parsing')],
    [Type.Number(), '""', refused('float_parsing')],
    [Type.Number(), 'false', refused('float_type')],
    [Type.Number(), 'NaN', refused('finite_number')],
    [Type.Number(), '1e400', refused('finite_number')],
    [Price, '0', refused('greater_than')],
    [Price, '10', refused('less_than')],
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), '0', false],
    [Type.Boolean(), '1.0', true],
    [Type.Boolean(), '"YES"', true],
    [Type.Boolean(), '"off"', false],
    [Type.Boolean(), '2', refused('bool_parsing')],
    [Type.Boolean(), '"maybe"', refused('bool_parsing')],
    [Type.Boolean(), 'null', refused('bool_parsing')],
    [DateTime(), '"2025-03-01 10:00:00.5+02:00"', '2025-03-01 10:00:00.5+02:00'],
    [DateTime(), '"2025-03-01"', '2025-03-01'],
    [DateTime(), '1740823200', '2025-03-01T10:00:00Z'],
    [DateTime(), '1740823200123', '2025-03-01T10:00:00.123000Z'],
    [DateTime(), '"soon"', refused('datetime_parsing')],
    [DateTime(), '1e400', refused('datetime_parsing')],
    [DateTime(), 'true', refused('datetime_type')],
    [Direction, '"asc"', 'asc'],
    [Direction, '"up"', refused('literal_error')],
    [Direction, '["asc"]', refused('literal_error')],
    [Type.Enum(['a', 'b']), '"b"', 'b'],
    [Type.Enum(['a', 'b']), '"c"', refused('literal_error')],
  ])('%j given %s', (schema, text, expected) => {
    expect(decoded(schema, text)).toEqual(expected)
  })
})

test('a long text that is almost a number is rejected in linear time', { timeout: 5_000 }, () => {
  const digits = '1'.repeat(60_000)
  const almost = [`${digits}x`, ` ${digits}. ${digits}`, `.${digits}e+`, `${' '.repeat(60_000)}x`]

  for (const text of almost) {
    const json = JSON.stringify(text)
    expect(decoded(Type.Number(), json)).toEqual(refused('float_parsing'))
    expect(decoded(Type.Integer(), json)).toEqual(refused('int_parsing'))
  }
})

describe('containers', () => {
  const Texts = Type.Array(Type.String(), { minItems: 1, maxItems: 2 })

  test.each<[TSchema, string, unknown]>([
    [Texts, '["a","b"]', ['a', 'b']],
    [Texts, '["a",1]', { issues: [['1', 'string_type']] }],
    [Texts, '"a"', refused('list_type')],
    [Texts, '{"0":"a"}', refused('list_type')],
    [Texts, '[]', refused('too_short')],
    [Texts, '["a","b","c"]', refused('too_long')],
    [Type.Record(Type.String(), Type.Integer()), '{"a":"1"}', { a: 1 }],
    [Type.Record(Type.String(), Type.Integer()), '[1]', refused('dict_type')],
    [Type.Record(Type.String(), Type.Integer()), '{"a":1,"b":"x"}', { issues: [['b', 'int_parsing']] }],
    [Type.Array(Nullable(Type.String())), '["a",null]', ['a', null]],
    [Type.Object({ a: Type.String() }), '[]', refused('model_type')],
    [Type.Object({ a: Type.String() }), '"x"', refused('model_type')],
    [PayloadObject(), '{ "a": 1.0 }', new JsonText('{ "a": 1.0 }')],
    [PayloadObject(), '[]', refused('dict_type')],
    [PayloadObject(), '"{}"', refused('dict_type')],
    [PayloadObject(), 'null', refused('dict_type')],
  ])('%j given %s', (schema, text, expected) => {
    expect(decoded(schema, text)).toEqual(expected)
  })

  test('known fields are kept, unknown ones are dropped, null ones are absent', () => {
    const schema = Type.Object({
      id: Type.String(),
      name: Maybe(Type.String()),
      output: Maybe(Payload()),
      step: Type.Optional(Type.Integer()),
    })

    const value = decoded(
      schema,
      '{"id":"a","name":null,"output":null,"step":null,"extra":[1],"__proto__":{"x":1}}',
    )

    expect(value).toStrictEqual({ id: 'a' })
  })

  test('null is a valid value of a required payload', () => {
    expect(decoded(Type.Object({ val: Payload() }), '{"val":null}')).toEqual({ val: new JsonText('null') })
  })

  test('a required nullable field must not be missing', () => {
    const schema = Type.Object({ display_name: Nullable(Type.String()) })

    expect(decoded(schema, '{"display_name":null}')).toEqual({})
    expect(decoded(schema, '{}')).toEqual({ issues: [['display_name', 'missing']] })
  })

  test('all issues are reported with their paths', () => {
    const schema = Type.Object({
      project_id: Type.String(),
      batch: Type.Array(Type.Object({ id: Type.String(), inputs: PayloadObject(), started_at: DateTime() })),
    })

    const value = decoded(schema, '{"batch":[{"id":1,"inputs":[]},{"id":"a","inputs":{},"started_at":"x"}]}')

    expect(value).toEqual({
      issues: [
        ['project_id', 'missing'],
        ['batch.0.id', 'string_type'],
        ['batch.0.inputs', 'dict_type'],
        ['batch.0.started_at', 'missing'],
        ['batch.1.started_at', 'datetime_parsing'],
      ],
    })
  })

  test('an issue includes a scalar value', () => {
    const issues = new Issues(['body'])

    compileDecoder(Type.Array(Type.Integer()))(['x', {}], issues)

    expect(issues.found).toEqual([
      { loc: ['body', 0], type: 'int_parsing', msg: expect.any(String), input: 'x' },
      { loc: ['body', 1], type: 'int_type', msg: expect.any(String) },
    ])
  })

  test('the number of reported issues is limited', () => {
    const issues = new Issues(['body'])

    compileDecoder(Type.Array(Type.Integer()))(Array.from({ length: 100_000 }).fill('x'), issues)

    expect(issues.found).toHaveLength(100)
  })

  test('the keys of a record cannot pollute a prototype', () => {
    const record = decoded(Type.Record(Type.String(), Type.Integer()), '{"__proto__":1,"toString":2}')

    expect(Object.entries(Object(record))).toEqual([
      ['__proto__', 1],
      ['toString', 2],
    ])
    expect(Object.getPrototypeOf(record)).toBeNull()
  })
})

describe('unions', () => {
  const Item = Type.Union([
    Type.Object({
      mode: Maybe(Type.Literal('start')),
      req: Type.Object({ start: Type.Object({ id: Type.String() }) }),
    }),
    Type.Object({
      mode: Maybe(Type.Literal('end')),
      req: Type.Object({ end: Type.Object({ output: Payload() }) }),
    }),
  ])

  test.each<[TSchema, string, unknown]>([
    [Type.Union([Type.Integer(), Type.String()]), '"10"', '10'],
    [Type.Union([Type.Integer(), Type.String()]), '10', 10],
    [Type.Union([Type.Integer(), Type.Boolean()]), '"10"', 10],
    [Type.Union([Type.Integer(), Type.String()]), '[]', refused('int_type')],
    [Item, '{"req":{"start":{"id":"a"}}}', { req: { start: { id: 'a' } } }],
    [
      Item,
      '{"mode":"end","req":{"end":{"output":1.0}}}',
      { mode: 'end', req: { end: { output: new JsonText('1.0') } } },
    ],
    [Item, '{"mode":"start","req":{"start":{}}}', { issues: [['req.start.id', 'missing']] }],
    [Item, '{"mode":"end","req":{"end":{}}}', { issues: [['req.end.output', 'missing']] }],
    [Item, '{"mode":"other","req":{"start":{"id":"a"}}}', { issues: [['mode', 'literal_error']] }],
    [Type.Union([Type.Array(Type.Integer()), PayloadObject()]), '["1"]', [1]],
    [Type.Union([Type.Array(Type.Integer()), PayloadObject()]), '{"a":1.0}', new JsonText('{"a":1.0}')],
    [Type.Object({ a: Maybe(Type.Union([Type.String(), PayloadObject()])) }), '{"a":null}', {}],
    [Type.Object({ a: Maybe(Type.Union([Type.String(), PayloadObject()])) }), '{"a":"x"}', { a: 'x' }],
  ])('%j given %s', (schema, text, expected) => {
    expect(decoded(schema, text)).toEqual(expected)
  })
})
