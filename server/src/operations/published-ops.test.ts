import { expect, test } from 'vitest'
import { PublishedOps } from './published-ops.ts'

function publishedOps() {
  const clock = { micros: 1_000_000 }
  const ops = new PublishedOps(() => clock.micros)
  const lookups: string[] = []
  const ensure = (projectId: string, ...names: string[]) =>
    ops.ensure(projectId, names, async (unknown) => {
      lookups.push(...unknown)
    })
  return { ops, clock, lookups, ensure }
}

test('an op is looked up once for a while, in each project', async () => {
  const { clock, lookups, ensure } = publishedOps()

  await ensure('team/one', 'a', 'b', 'a')
  await ensure('team/one', 'a', '__proto__')
  await ensure('team/two', 'a')
  expect(lookups).toEqual(['a', 'b', '__proto__', 'a'])

  clock.micros += 10_000_000
  await ensure('team/one', 'a')
  expect(lookups.slice(4)).toEqual(['a'])
})

test('an op that was deleted is looked up again', async () => {
  const { ops, lookups, ensure } = publishedOps()
  await ensure('team/one', 'a', 'b')

  ops.forget('team/one', 'a')
  await ensure('team/one', 'a', 'b')

  expect(lookups).toEqual(['a', 'b', 'a'])
})

test('an op that is deleted while it is looked up is looked up again', async () => {
  const { ops, lookups, ensure } = publishedOps()
  await ops.ensure('team/one', ['a'], async () => ops.forget('team/one', 'a'))

  await ensure('team/one', 'a')

  expect(lookups).toEqual(['a'])
})

test('an op whose publication failed is looked up again', async () => {
  const { ops, lookups, ensure } = publishedOps()
  const failed = ops.ensure('team/one', ['a'], () => Promise.reject(new Error('disk full')))
  await expect(failed).rejects.toThrow('disk full')

  await ensure('team/one', 'a')

  expect(lookups).toEqual(['a'])
})
