import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { callPreview, exceptionMessage, inputPreview, outputPreview } from './preview.ts'

test('the previews of the server are shown, on one line', () => {
  const asked = call({
    summary: { weave: { kind: 'chain', input_preview: 'Where is\nmy parcel?', output_preview: 'In Graz.' } },
  })

  expect(inputPreview(asked)).toBe('Where is my parcel?')
  expect(outputPreview(asked)).toBe('In Graz.')
  expect(callPreview(asked)).toBe('Where is my parcel? → In Graz.')
})

test('a call without them has no preview', () => {
  expect(callPreview(call({ inputs: { question: 'Where is my parcel?' }, output: 'In Graz.' }))).toBe('')
})

test('a model call shows its answer, a failed call its error', () => {
  const weave = { kind: 'llm', input_preview: 'hi', output_preview: 'hello' }

  expect(callPreview(call({ summary: { weave } }))).toBe('hello')
  expect(callPreview(call({ summary: { weave }, exception: 'ValueError: no' }))).toBe('ValueError: no')
})

test('the message of an exception ends a Python traceback and begins any other stack', () => {
  const traceback = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no\n'

  expect(exceptionMessage(traceback)).toBe('ValueError: no')
  expect(exceptionMessage('TypeError: no\n    at a (a.js:1:1)\n    at b (b.js:2:2)')).toBe('TypeError: no')
})
