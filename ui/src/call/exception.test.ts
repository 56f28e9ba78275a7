import { expect, test } from 'vitest'
import { exceptionMessage } from './exception.ts'

const FRAMES = '  File "a.py", line 1, in ask\n    parse(answer)\n    ^^^^^^^^^^^^^'

test.each([
  ['one line', 'ValueError: no'],
  [
    'several lines',
    'ValidationError: 1 validation error for Order\nprice\n  Field required\n    See https://example.com',
  ],
])('the message of a Python traceback follows its last frame: %s', (_, message) => {
  const cause = `Traceback (most recent call last):\n${FRAMES}\nKeyError: 'a'`
  const during = '\n\nDuring handling of the above exception, another exception occurred:\n\n'
  const traceback = `Traceback (most recent call last):\n${FRAMES}\n${message}\n`

  expect(exceptionMessage(traceback)).toBe(message)
  expect(exceptionMessage(cause + during + traceback)).toBe(message)
})

test('the message of an exception group is its own', () => {
  const group = [
    '  + Exception Group Traceback (most recent call last):',
    '  |   File "a.py", line 1, in <module>',
    '  | ExceptionGroup: 2 tasks failed (2 sub-exceptions)',
    '  +-+---------------- 1 ----------------',
    '    | Traceback (most recent call last):',
    '    | ValueError: no',
  ].join('\n')

  expect(exceptionMessage(group)).toBe('ExceptionGroup: 2 tasks failed (2 sub-exceptions)')
})

test('the message of a JavaScript stack precedes its frames', () => {
  expect(exceptionMessage('TypeError: no\n    at a (a.js:1:1)\n    at b (b.js:2:2)')).toBe('TypeError: no')
  expect(exceptionMessage('Error: no\nnot at all\n    at a (a.js:1:1)')).toBe('Error: no\nnot at all')
})

test('any other message is the first line', () => {
  expect(exceptionMessage('no answer\nafter 3 attempts')).toBe('no answer')
})
