import { expect, test } from 'vitest'
import { answerForm, answerOptions } from './annotations.ts'

test.each([
  [{ type: 'boolean' }, { kind: 'yes-no' }],
  [
    { type: 'integer', minimum: 1 },
    { kind: 'number', step: 1, min: 1, max: undefined },
  ],
  [
    { type: 'number', maximum: 1 },
    { kind: 'number', step: 'any', min: undefined, max: 1 },
  ],
  [
    { type: 'integer', enum: [1, 5] },
    { kind: 'choice', choices: [1, 5] },
  ],
  [
    { type: 'string', maxLength: 80 },
    { kind: 'text', maxLength: 80 },
  ],
])('%j is answered with %j', (schema, form) => expect(answerForm(schema)).toEqual(form))

test('choices that read alike differ by their type', () => {
  expect(answerOptions([1, '1', true])).toEqual([
    { value: '1', label: '1' },
    { value: '"1"', label: '1' },
    { value: 'true', label: 'Yes' },
  ])
})
