import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines, folded } from './diff-lines.ts'

const marks = { same: ' ', added: '+', removed: '-' }

const diff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${marks[kind]}${text}`)

test('shows the fewest lines that changed', () => {
  expect(diff('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([' a', '-b', ' c', '+x', ' d'])
  expect(diff('a', 'a')).toEqual([' a'])
  expect(diff('', 'b')).toEqual(['+b'])
  expect(diff('a', 'b')).toEqual(['-a', '+b'])
})

test('each side of a difference is the text it came from', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)

      expect(lines.flatMap((line) => (line.kind === 'added' ? [] : [line.text])).join('\n')).toBe(before)
      expect(lines.flatMap((line) => (line.kind === 'removed' ? [] : [line.text])).join('\n')).toBe(after)
    }),
  )
})

test('texts with nothing in common are shown as replaced, in bounded time', () => {
  const before = Array.from({ length: 5000 }, (_, n) => `old ${n}`).join('\n')
  const after = Array.from({ length: 5000 }, (_, n) => `new ${n}`).join('\n')

  expect(diffLines(before, after)).toHaveLength(10_000)
})

test('lines far from any change are folded', () => {
  const before = Array.from({ length: 20 }, (_, n) => `${n}`).join('\n')

  const shown = folded(diffLines(before, before.replace('10', 'ten')))

  expect(shown.map((line) => (line.kind === 'fold' ? `… ${line.count}` : line.text))).toEqual([
    '… 7',
    '7',
    '8',
    '9',
    '10',
    'ten',
    '11',
    '12',
    '13',
    '… 6',
  ])
})
