import { describe, expect, test } from 'vitest'
import { exceptionMessage, exceptionText } from './exception.ts'

const FRAMES = '  File "a.py", line 1, in ask\n    parse(answer)\n    ^^^^^^^^^^^^^'
const CAUSE = `Traceback (most recent call last):\n${FRAMES}\nKeyError: 'a'`
const DURING = '\n\nDuring handling of the above exception, another exception occurred:\n\n'

test.each([
  ['one line', 'ValueError: no'],
  [
    'several lines',
    'ValidationError: 1 validation error for Order\nprice\n  Field required\n    See https://example.com',
  ],
])('the message of a Python traceback follows its last frame: %s', (_, message) => {
  const traceback = `Traceback (most recent call last):\n${FRAMES}\n${message}\n`

  expect(exceptionMessage(traceback)).toBe(message)
  expect(exceptionMessage(CAUSE + DURING + traceback)).toBe(message)
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
  expect(exceptionMessage(CAUSE + DURING + group)).toBe('ExceptionGroup: 2 tasks failed (2 sub-exceptions)')
  expect(exceptionMessage(group + DURING + CAUSE)).toBe("KeyError: 'a'")
})

test('the message of a JavaScript stack precedes its frames', () => {
  expect(exceptionMessage('TypeError: no\n    at a (a.js:1:1)\n    at b (b.js:2:2)')).toBe('TypeError: no')
  expect(exceptionMessage('Error: no\nnot at all\n    at a (a.js:1:1)')).toBe('Error: no\nnot at all')
})

test('any other message is the first line', () => {
  expect(exceptionMessage('no answer\nafter 3 attempts')).toBe('no answer')
})

describe('an exception from the Python SDK of Weave', () => {
  const frame = { filename: 'a.py', line_number: 3, function_name: 'ask', text: 'parse(answer)' }
  const sent = (fields: object) =>
    JSON.stringify({ type: 'ValueError', message: 'no', traceback: [], ...fields })

  test('reads as Python prints it', () => {
    const exception = sent({ traceback: [frame, { ...frame, line_number: 9, text: null }] })

    expect(exceptionMessage(exception)).toBe('ValueError: no')
    expect(exceptionText(exception)).toBe(
      'Traceback (most recent call last):\n  File "a.py", line 3, in ask\n    parse(answer)\n' +
        '  File "a.py", line 9, in ask\nValueError: no',
    )
  })

  test('without frames is its message, without a message its type', () => {
    expect(exceptionText(sent({}))).toBe('ValueError: no')
    expect(exceptionMessage(sent({ message: '' }))).toBe('ValueError')
  })

  test('keeps a traceback inside its message', () => {
    const message = 'worker failed\nTraceback (most recent call last):\n  File "b.py", line 1\nKeyError: 1'

    expect(exceptionMessage(sent({ message }))).toBe(`ValueError: ${message}`)
  })
})

test.each([
  ' {"error":"no"} ',
  '{"type":"rate_limit","message":"no","code":429}',
  '{"type":"ValueError","mess',
  'no',
])('%s stays as it is', (exception) => {
  expect(exceptionText(exception)).toBe(exception.trim())
})
