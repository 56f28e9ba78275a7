import { expect, test } from 'vitest'
import { bucketFilter, filterOf, narrowed } from './links.ts'

const FROM = new Date('2025-03-01T10:00:00Z')
const TO = new Date('2025-03-01T11:00:00Z')
const WINDOW = 'started:>=2025-03-01T10:00:00.000Z started:<2025-03-01T11:00:00.000Z'

test('a link leads to the calls that the number counts', () => {
  expect(filterOf('roots', FROM, TO)).toBe(`root:true ${WINDOW}`)
  expect(filterOf('all', FROM, TO)).toBe(WINDOW)
})

test('a bucket ends where the next begins, the last one after its length', () => {
  const buckets = { times: [FROM, TO].map((time) => time.getTime() / 1000), bucketSeconds: 60 }

  expect(bucketFilter('all', buckets, 0)).toBe(WINDOW)
  expect(bucketFilter('all', buckets, 1)).toBe(
    'started:>=2025-03-01T11:00:00.000Z started:<2025-03-01T11:01:00.000Z',
  )
})

test('a group with a space in its name is quoted', () => {
  expect(narrowed('root:true', 'op', 'my op')).toBe('root:true op:"my op"')
})
