import { expect, test } from 'vitest'
import { writeInTurns } from './write-in-turns.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

test.each([
  [{}, { list: [] }],
  [{ a: 1 }, { list: numbers(1), other: [{ b: 'x' }, null] }],
  [{ a: 1 }, { ['__proto__']: numbers(3) }],
  [{ a: 1 }, { list: numbers(1_000), other: numbers(2_001) }],
])('an object with lists is written as it would be at once', async (fields, lists) => {
  const written = await writeInTurns(fields, lists)

  expect(JSON.parse(written.text)).toEqual(JSON.parse(JSON.stringify({ ...fields, ...lists })))
})

test('other work is done while a long list is written', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)

  await writeInTurns({}, { list: numbers(200_000) })

  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})
