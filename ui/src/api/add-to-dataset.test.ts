import { expect, test } from 'vitest'
import { rowText } from './add-to-dataset.ts'

test('a row has the inputs as columns beside the output, with every digit of their numbers', () => {
  const call = '{"id":"a","inputs":{"n":12345678901234567890123,"x":1.0,"__proto__":{}},"output":[1.0]}'

  expect(rowText(call)).toEqual(['a', '{"n":12345678901234567890123,"x":1.0,"__proto__":{},"output":[1.0]}'])
})

test('an input named output gives way to the output', () => {
  expect(rowText('{"id":"a","inputs":{"output":1},"output":null}')).toEqual(['a', '{"output":null}'])
})
