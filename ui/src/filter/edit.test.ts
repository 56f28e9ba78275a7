import { parse } from '@heddle/contract/filter/parse'
import { expect, test } from 'vitest'
import { replacePart, termText, withoutField, withTerm } from './edit.ts'

test.each([
  ['plain', 'plain'],
  ['two words', '"two words"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['a*b', '"a*b"'],
  ['>5', '">5"'],
  ['C:\\temp', '"C:\\\\temp"'],
  ['C:\\dir\\', '"C:\\\\dir\\\\"'],
  ['', '""'],
])('the value %j round-trips', (value, written) => {
  const text = termText('inputs.q', value)

  expect(text).toBe(`inputs.q:${written}`)
  expect(parse(text)[0]?.meaning).toMatchObject({ node: { kind: 'term', value } })
})

test.each([
  'inputs.a\\.b',
  'inputs.two words',
  'inputs.say "hi"',
  'inputs.a:b',
  'inputs.größe',
  '1st',
  'a(b)',
  'inputs.a[0',
  'inputs.a]',
  '[x]',
  'feedback.[wandb.note.1].payload.note',
  'c\\d',
])('the field %j round-trips', (field) => {
  const text = termText(field, 'x y')

  expect(parse(text)).toMatchObject([{ text, meaning: { node: { kind: 'term', field, value: 'x y' } } }])
})

test('a condition is added once', () => {
  expect(withTerm('root:true', 'status:error')).toBe('root:true status:error')
  expect(withTerm('root:true status:error', 'status:error')).toBe('root:true status:error')
  expect(withTerm('', 'status:error')).toBe('status:error')
})

test('a part is replaced or removed in place', () => {
  const filter = 'root:true  op:a word'
  const part = parse(filter)[1] ?? { start: 0, end: 0 }

  expect(replacePart(filter, part, 'op:b')).toBe('root:true op:b word')
  expect(replacePart(filter, part, '')).toBe('root:true word')
})

test('a condition without its end does not take in others', () => {
  const unfinished = 'root:true (op:a'
  const part = parse('root:true op:b')[0] ?? { start: 0, end: 0 }

  expect(withTerm(unfinished, 'status:error')).toBe('root:true status:error (op:a')
  expect(replacePart('root:true op:b', part, '(op:a')).toBe('op:b (op:a')
})

test.each([
  ['root:true status:error OR', 'op:b', 'root:true status:error OR op:b'],
  ['root:true (op:a OR', 'op:b)', 'root:true (op:a OR op:b)'],
])('the condition %s goes on with %s', (filter, term, whole) => {
  expect(withTerm(filter, term)).toBe(whole)
})

test('all conditions on a field are removed', () => {
  expect(withoutField('started:>-24h op:a started:<-1h', 'started')).toBe('op:a')
})
