import { describe, expect, test } from 'vitest'
import { completionAt, fixedValues, suggestionsFor, valuesField } from './suggest.ts'

const fields = [{ field: 'inputs.question', types: ['string' as const], count: 9, example: '2+2?' }]
const values = [{ value: 'two words', count: 3 }]

test('prefix matches rank before substring matches', () => {
  const texts = suggestionsFor(completionAt('st'), { fields, values: [] }).map(({ text }) => text)

  expect(texts.slice(0, 2)).toEqual(['status:', 'started:'])
  expect(texts).toContain('inputs.question:')
})

test('suggested values are quoted if needed', () => {
  const suggestions = suggestionsFor(completionAt('inputs.question:t'), { fields, values })

  expect(suggestions).toEqual([{ text: '"two words"', about: '3 recent', completes: true }])
})

test('values of choice fields need no request', () => {
  const texts = suggestionsFor(completionAt('status:e'), { fields, values: [] }).map(({ text }) => text)

  expect(texts).toEqual(['error'])
})

test('escaped characters are part of the field name', () => {
  expect(completionAt('root:true inputs.two\\ words:x')).toMatchObject({
    kind: 'value',
    field: 'inputs.two words',
    prefix: 'x',
  })
  expect(completionAt('inputs.two\\ wo')).toEqual({ kind: 'field', prefix: 'inputs.two\\ wo', from: 0 })
})

describe('what is being typed', () => {
  test.each([
    ['', { kind: 'field', prefix: '', from: 0 }],
    ['sta', { kind: 'field', prefix: 'sta', from: 0 }],
    ['root:true -sta', { kind: 'field', prefix: 'sta', from: 11 }],
    ['(op', { kind: 'field', prefix: 'op', from: 1 }],
    ['has:exc', { kind: 'field', prefix: 'exc', from: 4 }],
    ['op:', { kind: 'value', field: 'op', prefix: '', from: 3 }],
    ['op:=ans', { kind: 'value', field: 'op', prefix: 'ans', from: 4 }],
    ['op:"two wo', { kind: 'value', field: 'op', prefix: 'two wo', from: 3 }],
    ['op:a ', { kind: 'field', prefix: '', from: 5 }],
  ])('%j', (text, expected) => expect(completionAt(text)).toEqual(expected))
})

test('values are requested by API field name', () => {
  expect(valuesField('op')).toBe('trace_name')
  expect(valuesField('inputs.question')).toBe('inputs.question')
  expect(valuesField('latency')).toBeUndefined()
  expect(fixedValues('root')).toEqual(['true', 'false'])
})
