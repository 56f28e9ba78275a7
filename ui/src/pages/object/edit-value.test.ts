import { expect, test } from 'vitest'
import { formOf, newMessage, withForm } from './edit-value.ts'

test('a text prompt is edited as text, and its other members stay', () => {
  const value = '{"_type":"StringPrompt","content":"Hi","big":12345678901234567890}'

  expect(formOf(value)).toEqual({ kind: 'text', content: 'Hi' })
  expect(withForm(value, { kind: 'text', content: 'Hello "you"' })).toBe(
    '{"_type":"StringPrompt","content":"Hello \\"you\\"","big":12345678901234567890}',
  )
})

test('messages keep the members that are not edited', () => {
  const value = '{"messages":[{"role":"system","content":"Be brief","name":"boss"}]}'
  const form = formOf(value)

  if (form.kind !== 'messages') throw new Error('expected messages')
  expect(withForm(value, { kind: 'messages', messages: [...form.messages, newMessage()] })).toBe(
    '{"messages":[{"role":"system","content":"Be brief","name":"boss"},{"role":"user","content":""}]}',
  )
})

test('anything else is edited as JSON', () => {
  expect(formOf('{"temperature":0.2}')).toEqual({ kind: 'json' })
  expect(formOf('{"messages":[{"role":"user","content":[{"type":"image"}]}]}')).toEqual({ kind: 'json' })
  expect(formOf('7')).toEqual({ kind: 'json' })
})
