import { expect, test } from 'vitest'
import { rowText } from './add-to-dataset.ts'

test('a row has the inputs as columns and the output, with all digits of numbers', () => {
  const call = '{"id":"a","inputs":{"n":12345678901234567890123,"x":1.0,"__proto__":{}},"output":[1.0]}'

  expect(rowText(call)).toEqual(['a', '{"n":12345678901234567890123,"x":1.0,"__proto__":{},"output":[1.0]}'])
})

test('the output replaces an input named output', () => {
  expect(rowText('{"id":"a","inputs":{"output":1},"output":null}')).toEqual(['a', '{"output":null}'])
})
