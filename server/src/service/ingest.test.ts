import { expect, test } from 'vitest'
import { threadsFor } from './ingest.ts'

const GIB = 1024 ** 3

test.each([
  [1, 1, 1],
  [2, 64, 1],
  [4, 64, 2],
  [6, 64, 3],
  [64, 64, 3],
  [64, 2, 1],
  [64, 4, 2],
  [64, 5.9, 2],
])('%i cores and %d GiB have %i ingest threads', (cores, gib, threads) => {
  expect(threadsFor(cores, gib * GIB)).toBe(threads)
})
