import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { callPreview, inputPreview, outputPreview } from './preview.ts'

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
