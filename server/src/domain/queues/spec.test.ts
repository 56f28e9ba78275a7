import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { checkAnnotation } from './spec.ts'

const CLASS = '"_class_name":"AnnotationSpec","_bases":["BaseObject","BaseModel"]'

const check = (value: unknown, fieldSchema: unknown): void =>
  checkAnnotation(new JsonText(JSON.stringify({ value })), {
    state: 'found',
    val: new JsonText(`{${CLASS},"field_schema":${JSON.stringify(fieldSchema)}}`),
  })

const refusal = expect.objectContaining({ code: 'invalid_request' })

test.each([
  [{ type: 'integer', minimum: 0 }, 5],
  [{ type: 'string', enum: ['good', 'bad'] }, 'good'],
  [{ type: 'boolean' }, false],
  [{ type: 'string', maxLength: 3 }, 'abc'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null],
  [{}, { any: ['thing'] }],
])('the schema %j allows %j', (schema, value) => {
  expect(() => check(value, schema)).not.toThrow()
})

test.each([
  [{ type: 'integer', minimum: 0 }, -1],
  [{ type: 'integer', minimum: 0 }, 1.5],
  [{ type: 'integer', minimum: 0 }, '5'],
  [{ type: 'string', enum: ['good', 'bad'] }, 'ugly'],
  [{ type: 'boolean' }, 1],
  [{ type: 'string', maxLength: 3 }, 'abcd'],
  [{ type: 'string' }, null],
])('the schema %j does not allow %j', (schema, value) => {
  expect(() => check(value, schema)).toThrow(refusal)
})

test('a spec without a schema allows everything', () => {
  const spec = { state: 'found', val: new JsonText(`{${CLASS}}`) } as const

  expect(() => checkAnnotation(new JsonText('{"value":null}'), spec)).not.toThrow()
})

test('a pattern with catastrophic backtracking is refused', () => {
  expect(() => check(`${'a'.repeat(60)}!`, { type: 'string', pattern: '^(a+)+$' })).toThrow(refusal)
})

test('references that expand exponentially are refused', () => {
  const levels = Array.from({ length: 60 }, (_, level) => {
    const next = { $ref: `#/$defs/level${level + 1}` }
    return [`level${level}`, { allOf: [next, next] }]
  })
  const schema = { $ref: '#/$defs/level0', $defs: { ...Object.fromEntries(levels), level60: {} } }

  expect(() => check(1, schema)).toThrow(refusal)
})

test.each([[{ $ref: '#' }], [{ type: 'string', pattern: '(' }], ['not a schema'], [5]])(
  'the schema %j cannot be applied',
  (schema) => {
    expect(() => check('x', schema)).toThrow(refusal)
  },
)

test('an unknown spec is not found, and the error names it', () => {
  expect(() => checkAnnotation(new JsonText('{"value":1}'), { state: 'missing', digest: 'D' })).toThrow(
    expect.objectContaining({ code: 'not_found', details: { missing_object_digests: ['D'] } }),
  )
})

test('a deleted spec and an object that is not a spec are refused', () => {
  const other = { state: 'found', val: new JsonText('{"field_schema":{}}') } as const

  expect(() => checkAnnotation(new JsonText('{"value":1}'), { state: 'deleted' })).toThrow(refusal)
  expect(() => checkAnnotation(new JsonText('{"value":1}'), other)).toThrow(refusal)
})
