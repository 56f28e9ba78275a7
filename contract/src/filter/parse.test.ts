import { expect, test } from 'vitest'
import { parse } from './parse.ts'

test('each condition is a part, and OR joins its neighbours', () => {
  const texts = parse('root:true a:1 OR b:2 (c:3 OR d:4) -e:5 word').map(({ text }) => text)

  expect(texts).toEqual(['root:true', 'a:1 OR b:2', '(c:3 OR d:4)', '-e:5', 'word'])
})

test('inside a group, conditions are joined by AND', () => {
  const [part] = parse('(a:1 b:2 OR c:3)')

  expect(part?.meaning).toMatchObject({
    node: { kind: 'and', nodes: [{ field: 'a' }, { kind: 'or', nodes: [{ field: 'b' }, { field: 'c' }] }] },
  })
})

test('a group can be negated', () => {
  const [part] = parse('-(a:1 OR b:2)')

  expect(part?.meaning).toMatchObject({ node: { kind: 'not', node: { kind: 'or' } } })
})

test.each(['(a:1', 'OR', 'a:1 OR', '()', '(a:1 OR)', 'a:"x y', '"x y b:2', '5" c:3', 'a:"x\\"'])(
  '%s is a problem',
  (text) => {
    expect(parse(text).some(({ meaning }) => 'problem' in meaning)).toBe(true)
  },
)

test.each(['a:"x y"', '"x \\" y"', 'a:"x"y', 'a:\\"'])('%s has all its quotes', (text) => {
  expect(parse(text)).toMatchObject([{ text, meaning: { node: {} } }])
})

test('a problem does not affect other parts', () => {
  const parts = parse('a:1 OR OR b:2')

  expect(parts.map(({ text, meaning }) => [text, 'node' in meaning])).toEqual([
    ['a:1 OR OR', false],
    ['b:2', true],
  ])
})

test('an empty filter has no parts', () => {
  expect(parse('  ')).toEqual([])
})
