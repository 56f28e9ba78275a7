import { describe, expect, test } from 'vitest'
import { JsonNumber } from '../json/number.ts'
import type { JsonValue } from '../json/tree.ts'
import { nested } from '../testing/attributes.ts'
import { ATTRIBUTES, MEANINGS } from './attributes.ts'
import { SpanAttributes } from './span-attributes.ts'

const read = (attributes: Readonly<Record<string, JsonValue>>) => new SpanAttributes(nested(attributes))

test.each(MEANINGS)('%s is found under each of its names', (meaning) => {
  const missing = ATTRIBUTES[meaning].filter((name) => read({ [name]: 'x' }).first(meaning)?.key !== name)

  expect(missing).toEqual([])
})

test.each(MEANINGS)('%s is found beside a value that its names continue', (meaning) => {
  const missing = ATTRIBUTES[meaning].filter((name) => {
    const beside = new SpanAttributes(
      new Map<string, JsonValue>([
        [name.split('.')[0] ?? '', true],
        [name, 'x'],
      ]),
    )
    return beside.first(meaning)?.key !== name
  })

  expect(missing).toEqual([])
})

test('no meaning has a name twice', () => {
  const repeated = Object.values(ATTRIBUTES).filter((names) => new Set<string>(names).size !== names.length)

  expect(repeated).toEqual([])
})

describe('precedence', () => {
  test('is that of the table, whatever the order of the attributes', () => {
    const attributes = read({
      'llm.model_name': 'c',
      'gen_ai.request.model': 'b',
      'weave.request.model': 'a',
    })

    expect(attributes.all('request_model').map(({ value }) => value)).toEqual(['a', 'b', 'c'])
    expect(attributes.text('request_model')).toBe('a')
  })

  test.each<[string, JsonValue]>([
    ['null', null],
    ['an empty string', ''],
    ['an empty list', []],
  ])('passes over %s', (_, value) => {
    expect(read({ 'weave.request.model': value, 'gen_ai.request.model': 'b' }).text('request_model')).toBe(
      'b',
    )
  })

  test.each<[string, JsonValue]>([
    ['false', false],
    ['zero', new JsonNumber('0')],
  ])('does not pass over %s', (_, value) => {
    expect(read({ 'weave.wb_run_step': value, 'wandb.wb_run_step': 'b' }).value('wb_run_step')).toBe(value)
  })
})

test('an object and its members can both have a meaning', () => {
  const attributes = read({ 'gen_ai.request.model': 'm', 'gen_ai.request.top_p': new JsonNumber('0.5') })

  expect(attributes.value('model_parameters')).toBeInstanceOf(Map)
  expect(attributes.text('request_model')).toBe('m')
})

test('a name that leads through something else than an object is not found', () => {
  expect(read({ 'gen_ai.request': 'text' }).value('request_model')).toBeUndefined()
})

test.each<[JsonValue, number | undefined]>([
  [new JsonNumber('7'), 7],
  [new JsonNumber('7.0'), 7],
  ['7', 7],
  [new JsonNumber('7.5'), undefined],
  [new JsonNumber('NaN'), undefined],
  [new JsonNumber('1e400'), undefined],
  ['many', undefined],
  [' ', undefined],
  [true, undefined],
  [[new JsonNumber('7')], undefined],
])('the integer of %j is %s', (value, expected) => {
  expect(read({ 'gen_ai.usage.input_tokens': value }).integer('input_tokens')).toBe(expected)
})

test('keys of the prototype are names like others', () => {
  expect(read({ '__proto__.x': 'y', 'constructor.name': 'z' }).value('operation_name')).toBeUndefined()
})
