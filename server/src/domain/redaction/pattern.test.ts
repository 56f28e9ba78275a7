import { describe, expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'

/** Every character that is part of a match, found by trying every substring. */
function coveredBy(source: string, text: string): string {
  const flags = source.startsWith('(?i)') ? 'iy' : 'y'
  const body = source.replace('(?i)', '')
  const covered = Array.from(text, () => false)
  for (let start = 0; start < text.length; start++) {
    for (let end = start + 1; end <= text.length; end++) {
      const whole = new RegExp(`(?:${body})(?<=^[^]{${end}})`, flags)
      whole.lastIndex = start
      if (whole.test(text) && whole.lastIndex === end) covered.fill(true, start, end)
    }
  }
  return Array.from(text, (char, at) => (covered[at] ? '#' : char)).join('')
}

function marked(source: string, text: string): string {
  const chars = text.split('')
  for (const [start, end] of compilePattern(source)(text)) chars.fill('#', start, end)
  return chars.join('')
}

describe('the same characters are found as by trying every substring', () => {
  const TEXTS = [
    '',
    'a',
    'ab',
    'aab',
    'abab',
    'a1b',
    '1-2-34',
    'x a b',
    'aaaa',
    ' ab_1 ',
    'A-a\nb',
    'bbbaab1',
    '12345',
  ]
  test.each([
    'a',
    'a+b',
    'a*b|a',
    'ab?',
    '(a|b)+',
    '(?:ab){2}',
    'a{2,3}',
    'a{2,}',
    '\\d{2,3}',
    '\\b\\d+\\b',
    '^a',
    'b$',
    '^a|b$',
    '\\Bb',
    '[^ab]+',
    '[a-b1]\\d?',
    '(?i)a-A',
    '.b',
    'a.*1',
    '\\w+-\\w+',
    '(a|\\b)b',
    '(^|-)\\d',
    '\\s[ab]',
    '(a*)*b',
    'a()b',
  ])('%s', (source) => {
    for (const text of TEXTS) expect([text, marked(source, text)]).toEqual([text, coveredBy(source, text)])
  })

  test('for random patterns and texts', () => {
    let seed = 1
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''
    const pattern = (depth: number): string => {
      const atom =
        depth > 0 && random(3) === 0
          ? `(?:${pattern(depth - 1)})`
          : pick(['a', 'b', '\\d', '[ab]', '.', '\\w'])
      const quantified = atom + pick(['', '', '*', '+', '?', '{1,2}', '{2}'])
      const joined = pick(['', '', '\\b', '^', '|']) + quantified
      return random(2) === 0 ? joined : joined + pattern(Math.max(depth - 1, 0))
    }
    for (let round = 0; round < 400; round++) {
      const source = `${pattern(2)}a`
      const text = Array.from({ length: random(9) }, () => pick(['a', 'b', '1', ' '])).join('')
      expect([source, text, marked(source, text)]).toEqual([source, text, coveredBy(source, text)])
    }
  })
})

test('common secrets are found', () => {
  const email = compilePattern('[\\w.+-]+@[\\w-]+\\.[\\w.-]+')
  const card = compilePattern('\\b(?:\\d[ -]?){13,19}\\b')
  const token = compilePattern('\\b(sk|pk)-[A-Za-z0-9]{8,}')

  const text = 'mail ada@example.org, card 4111 1111 1111 1111, key sk-abcdef0123456789'

  const of = (found: readonly (readonly [number, number])[]) =>
    found.map(([from, to]) => text.slice(from, to))
  expect(of(email(text))).toEqual(['ada@example.org'])
  expect(of(card(text))).toEqual(['4111 1111 1111 1111'])
  expect(of(token(text))).toEqual(['sk-abcdef0123456789'])
})

test('characters beyond the basic plane are found whole', () => {
  expect(marked('😀+', 'a😀😀b')).toBe('a####b')
  expect(marked('a.', 'a😀b')).toBe('###b')
})

test.each([
  ['(', 'a group without end'],
  ['a)', 'a parenthesis too many'],
  ['[a', 'a class without end'],
  ['a{', 'a brace'],
  ['a{3,1}', 'bounds the wrong way round'],
  ['a{1000}', 'many repetitions'],
  ['a**', 'a repetition of a repetition'],
  ['a+?', 'a lazy repetition'],
  ['(a)\\1', 'a back reference'],
  ['(?=a)b', 'lookahead'],
  ['(?<n>a)', 'a named group'],
  ['\\p{L}', 'a Unicode property'],
  ['[z-a]', 'a range the wrong way round'],
  ['[\\d-z]', 'a range from a class'],
  ['\\u12', 'half an escape'],
  ['', 'nothing'],
  ['\\b', 'a place only'],
  ['a'.repeat(501), 'a long text'],
  ['(a{100}){100}', 'repetitions of repetitions'],
])('%s is refused: %s', (source) => {
  expect(() => compilePattern(source)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('matches are found across blocks of a long text, and with more states than are kept', () => {
  const spread = compilePattern('x.{14}y')
  let seed = 7
  const random = Array.from({ length: 40_000 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return 'xyz'.charAt(seed % 3)
  }).join('')

  const covered = Array.from(random, () => false)
  for (let at = 0; at + 15 < random.length; at++)
    if (random[at] === 'x' && random[at + 15] === 'y') covered.fill(true, at, at + 16)
  expect(spread(random).reduce((sum, [from, to]) => sum + to - from, 0)).toBe(covered.filter(Boolean).length)
  expect(compilePattern('a+b')(`${'a'.repeat(100_000)}b`)).toEqual([[0, 100_001]])
})

test('patterns that make other engines backtrack take linear time', { timeout: 10_000 }, () => {
  const text = `${'aab'.repeat(300_000)}!`
  for (const source of ['(a*)*b', 'a*b|a', '(a|a)+$', 'a+a+a+b', '^(a?){20}a{20}$', 'b.{100}c'])
    compilePattern(source)(text)
})
