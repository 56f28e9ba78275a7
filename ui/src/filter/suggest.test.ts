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

test('what is typed of a comparison is not suggested again', () => {
  const texts = (typed: string) =>
    suggestionsFor(completionAt(typed), { fields, values: [] }).map(
      ({ text }) => typed.slice(0, completionAt(typed).from) + text,
    )

  expect(texts('latency:')).toEqual(['latency:>1s', 'latency:>5s', 'latency:>30s'])
  expect(texts('latency:>')).toEqual(['latency:>1s', 'latency:>5s', 'latency:>30s'])
  expect(texts('latency:<')).toEqual([])
  expect(texts('latency:=')).toEqual([])
  expect(texts('status:=err')).toEqual(['status:=error'])
})

test('a field that has a value is named without a colon', () => {
  const texts = (typed: string) =>
    suggestionsFor(completionAt(typed), { fields, values: [] }).map(({ text }) => text)

  expect(texts('root:true -has:e').slice(0, 3)).toEqual(['ended', 'enduser', 'exception'])
  expect(texts('has:')[0]).toBe('op')
  expect(texts('has:quest')).toEqual(['inputs.question'])
})

test('equal suggestions are shown once', () => {
  const seen = [
    { value: 1, count: 3 },
    { value: '1', count: 2 },
  ]

  expect(suggestionsFor(completionAt('inputs.n:'), { fields, values: seen })).toEqual([
    { text: '1', about: '3 recent', completes: true },
  ])
})

test('escaped characters are part of the field name', () => {
  expect(completionAt('root:true inputs.two\\ words:x')).toMatchObject({
    kind: 'value',
    field: 'inputs.two words',
    prefix: 'x',
  })
  expect(completionAt('inputs.two\\ wo')).toMatchObject({ kind: 'field', prefix: 'inputs.two\\ wo', from: 0 })
})

describe('what is being typed', () => {
  test.each([
    ['', { kind: 'field', prefix: '', from: 0, isNamed: false }],
    ['sta', { kind: 'field', prefix: 'sta', from: 0, isNamed: false }],
    ['root:true -sta', { kind: 'field', prefix: 'sta', from: 11, isNamed: false }],
    ['(op', { kind: 'field', prefix: 'op', from: 1, isNamed: false }],
    ['has:exc', { kind: 'field', prefix: 'exc', from: 4, isNamed: true }],
    ['root:true -has:exc', { kind: 'field', prefix: 'exc', from: 15, isNamed: true }],
    ['op:', { kind: 'value', field: 'op', operator: '', prefix: '', from: 3 }],
    ['op:=ans', { kind: 'value', field: 'op', operator: '=', prefix: 'ans', from: 4 }],
    ['op:"two wo', { kind: 'value', field: 'op', operator: '', prefix: 'two wo', from: 3 }],
    ['op:a ', { kind: 'field', prefix: '', from: 5, isNamed: false }],
    ['op:"two words" name:', { kind: 'value', field: 'name', operator: '', prefix: '', from: 20 }],
    ['op:"a \\" b" na', { kind: 'field', prefix: 'na', from: 12, isNamed: false }],
  ])('%j', (text, expected) => expect(completionAt(text)).toEqual(expected))
})

test('values are requested by API field name', () => {
  expect(valuesField('op')).toBe('trace_name')
  expect(valuesField('inputs.question')).toBe('inputs.question')
  expect(valuesField('latency')).toBeUndefined()
  expect(fixedValues('root')).toEqual(['true', 'false'])
})
