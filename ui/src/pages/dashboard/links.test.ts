import { expect, test } from 'vitest'
import { filterOf, narrowed } from './links.ts'

const FROM = new Date('2025-03-01T10:00:00Z')
const TO = new Date('2025-03-01T11:00:00Z')
const WINDOW = 'started:>=2025-03-01T10:00:00.000Z started:<2025-03-01T11:00:00.000Z'

test('a link leads to the same calls the number counts', () => {
  expect(filterOf('roots', FROM, TO)).toBe(`root:true ${WINDOW}`)
  expect(filterOf('all', FROM, TO)).toBe(WINDOW)
})

test('a group with a space in its name is quoted', () => {
  expect(narrowed('root:true', 'op', 'my op')).toBe('root:true op:"my op"')
})
