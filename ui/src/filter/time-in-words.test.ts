import { expect, test } from 'vitest'
import { timeInWords } from './time-in-words.ts'

const now = new Date(2025, 2, 9, 15, 30)

test.each([
  ['started:>=2025-03-09T14:00', 'started from today 14:00'],
  [`started:<${new Date(2025, 2, 8, 9, 5).toISOString()}`, 'started before yesterday 09:05'],
  ['ended:2025-03-01', 'ended on Mar 1'],
  ['started:>-24h', 'started in the last 24h'],
  ['started:<-7d', 'started over 7d ago'],
])('%s reads %s', (text, words) => expect(timeInWords(text, now)).toBe(words))

test.each(['op:a', '-started:2025-03-01', 'started:>soon', '(started:2025-03-01 OR op:a)', ''])(
  '%s is left as it is',
  (text) => expect(timeInWords(text, now)).toBeUndefined(),
)
