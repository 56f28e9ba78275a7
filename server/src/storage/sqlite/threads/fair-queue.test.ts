import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const always = () => true

function queueOf(...names: string[]) {
  const queue = new FairQueue<{ project: string; name: string }>()
  for (const name of names) queue.add({ project: name.slice(0, 1), name })
  return queue
}

test('projects take turns, and jobs of one project keep their order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2')

  const taken = Array.from({ length: 7 }, () => queue.take(always)?.name)

  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(queue.size).toBe(0)
})

test('jobs of a project that may have no more are passed over', () => {
  const queue = queueOf('a1', 'a2', 'b1')

  expect(queue.take((project) => project !== 'a')?.name).toBe('b1')
  expect(queue.take((project) => project !== 'a')).toBeUndefined()
  expect(queue.size).toBe(2)
})

test('a job that was removed is not taken', () => {
  const queue = queueOf('a1', 'a2')
  for (const job of queue) if (job.name === 'a1') queue.remove(job)

  expect([...queue].map(({ name }) => name)).toEqual(['a2'])
  expect(queue.take(always)?.name).toBe('a2')
  expect(queue.size).toBe(0)
})
