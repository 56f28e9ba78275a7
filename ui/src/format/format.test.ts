import { ApiError } from '@heddle/contract/client'
import { describe, expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'
import { fileExtension } from './file-extension.ts'
import {
  formatAlignedMoney,
  formatBytes,
  formatCompact,
  formatCount,
  formatMean,
  formatMoney,
  formatNumber,
  formatShare,
  formatTokens,
  pluralize,
} from './number.ts'
import { formatPreview } from './preview.ts'
import { formatDuration, formatLocal, formatRelative, formatUtc } from './time.ts'

describe('a duration shows its two largest units', () => {
  test.each([
    [0, '0 ms'],
    [0.003, '3 µs'],
    [0.05, '50 µs'],
    [0.42, '0.4 ms'],
    [820.4, '820 ms'],
    [999.6, '1.00 s'],
    [1250, '1.25 s'],
    [9_996, '10.0 s'],
    [42_500, '42.5 s'],
    [59_970, '1m 00s'],
    [125_000, '2m 05s'],
    [3_599_900, '59m 59s'],
    [12_000_000, '3h 20m'],
    [4 * 86_400_000 + 7_200_000, '4d 2h'],
    [-1250, '-1.25 s'],
  ])('%d ms reads %s', (ms, text) => expect(formatDuration(ms)).toBe(text))
})

describe('tokens have a unit', () => {
  test.each([
    [0, '0 tokens'],
    [1, '1 token'],
    [12_345, '12.3K tokens'],
  ])('%d reads %s', (count, text) => expect(formatTokens(count)).toBe(text))
})

describe('money keeps significant digits', () => {
  test.each([
    [0, '$0'],
    [0.000000004, '<$0.000001'],
    [0.00042, '$0.00042'],
    [0.018, '$0.018'],
    [0.5, '$0.50'],
    [1.25, '$1.25'],
    [12_345.6, '$12,346'],
    [-0.018, '-$0.018'],
  ])('%d reads %s', (dollars, text) => expect(formatMoney(dollars)).toBe(text))
})

describe('money in a column always has the same decimals', () => {
  test.each([
    [0, '$0.0000'],
    [0.00004, '<$0.0001'],
    [0.00006, '$0.0001'],
    [0.042, '$0.0420'],
    [12_345.6, '$12,345.6000'],
    [-0.018, '-$0.0180'],
  ])('%d reads %s', (dollars, text) => expect(formatAlignedMoney(dollars)).toBe(text))

  test('as many as asked for', () => expect(formatAlignedMoney(0.0000125, 6)).toBe('$0.000013'))
})

test('counts show every digit, compact numbers three', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(formatCompact(999)).toBe('999')
  expect(formatCompact(12_345)).toBe('12.3K')
  expect(formatShare(0.125)).toBe('13%')
  expect(formatShare(0.0213)).toBe('2.1%')
  expect(formatBytes(0)).toBe('0 B')
  expect(formatBytes(2_400_000)).toBe('2.4 MB')
  expect(formatBytes(999)).toBe('999 B')
  expect(formatBytes(999_400)).toBe('999 KB')
  expect(formatBytes(999_960)).toBe('1.0 MB')
})

describe('a relative time has one unit', () => {
  const now = new Date('2025-03-01T10:00:00Z')

  test.each([
    ['2025-03-01T09:59:59Z', 'just now'],
    ['2025-03-01T09:59:48Z', '12s ago'],
    ['2025-03-01T07:00:00Z', '3h ago'],
    ['2025-02-20T10:00:00Z', '9d ago'],
    ['2025-03-01T10:05:00Z', 'in 5m'],
  ])('%s is %s', (instant, text) => expect(formatRelative(new Date(instant), now)).toBe(text))
})

test('local times are less precise the longer ago they are', () => {
  const now = new Date(2025, 2, 9, 12, 0, 0)
  const local = (...at: [number, number, number, number, number, number]) => formatLocal(new Date(...at), now)

  expect(local(2025, 2, 9, 7, 5, 3)).toBe('07:05:03')
  expect(local(2025, 2, 8, 7, 5, 3)).toBe('Mar 8 07:05')
  expect(local(2024, 2, 9, 7, 5, 3)).toBe('Mar 9 2024')
})

test('an exact instant is in UTC', () => {
  expect(formatUtc(new Date('2025-03-01T10:00:00.123Z'))).toBe('2025-03-01 10:00:00.123 UTC')
})

describe('a preview is one line', () => {
  test.each([
    ['a text', 'hello\n  world', 'hello world'],
    ['an object', { question: '2+2?', k: 4 }, 'question: 2+2?  k: 4'],
    [
      'what was written first',
      { k: 4, question: 'What is 2+2?', user: 'ada' },
      'What is 2+2?  k: 4  user: ada',
    ],
    ['what was written alone', { answer: 'It is four.' }, 'It is four.'],
    ['a list of objects by its length', { messages: [{ role: 'user' }] }, 'messages: 1 item'],
    ['nothing', null, ''],
    ['nothing inside', { order: null, ids: [null, 2] }, 'order: null  ids: [null, 2]'],
    ['a number', 4.5, '4.5'],
  ])('%s', (_, value, text) => expect(formatPreview(value)).toBe(text))

  test('that is cut short', () => {
    const text = formatPreview({ text: 'x'.repeat(100_000) }, 20)

    expect(text).toBe('text: xxxxxxxxxxxxxx…')
  })

  test.each(['one two three', 'one two\n\n\nthree', 'one  two           three'])(
    'that is cut at white space: %j',
    (text) => expect(formatPreview(text, 8)).toMatch(/^one two ?…$/),
  )
})

describe('scores keep the digits that count', () => {
  test.each([
    [0.1 + 0.2, '0.3', '0.3'],
    [2 / 3, '0.666667', '0.667'],
    [0.00002, '0.00002', '0.00002'],
    [1.5e-9, '1.5E-9', '1.5E-9'],
    [4, '4', '4'],
    [-1_234_567, '-1,234,567', '-1.23M'],
    [1_234_567.8, '1,234,568', '1.23M'],
    [2e21, '2E21', '2E21'],
    [0, '0', '0'],
  ])('%d reads %s, and as a mean %s', (value, text, mean) => {
    expect(formatNumber(value)).toBe(text)
    expect(formatMean(value)).toBe(mean)
  })
})

test('only none is 0%, and only all is 100%', () => {
  const shares = [0, 0.0002, 0.0213, 0.125, 0.9, 0.994, 0.997, 0.9999, 1]

  expect(shares.map(formatShare).join()).toBe('0%,<0.1%,2.1%,13%,90%,99%,99.7%,>99.9%,100%')
})

test.each([
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['image/svg+xml', 'svg'],
  ['audio/ogg;codecs=opus', 'ogg'],
])('a file of the type %s ends with %s', (type, extension) => expect(fileExtension(type)).toBe(extension))

test('nouns are pluralized', () => {
  expect([0, 1, 1200].map((count) => pluralize(count, 'call'))).toEqual(['0 calls', '1 call', '1,200 calls'])
})

test('the message of an API error is its reason', () => {
  expect(errorMessage(new ApiError(404, { reason: 'There is no user bo' }))).toBe('There is no user bo')
  expect(errorMessage(new ApiError(502, 'Bad Gateway'))).toBe('502: Bad Gateway')
  expect(errorMessage(new ApiError(502, { message: 'no upstream' }))).toBe('502: {"message":"no upstream"}')
  expect(errorMessage(new Error('Failed to fetch'))).toBe('Failed to fetch')
  expect(errorMessage('gone')).toBe('gone')
})
