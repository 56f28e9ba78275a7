import { expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.ts'

const MIB = 1024 ** 2

test('bytes are held until they are released, and only once', async () => {
  const budget = new ByteBudget({ bytesMax: 100 })

  const release = await budget.acquire(60)
  expect(budget.tryAcquire(41)).toBeUndefined()
  release()
  release()

  expect(budget.held).toBe(0)
  expect(budget.tryAcquire(41)).toBeDefined()
})

test('waiting acquisitions are admitted in order', async () => {
  const budget = new ByteBudget({ bytesMax: 100 })
  const release = await budget.acquire(100)
  const admitted: string[] = []
  const first = budget.acquire(80).then((done) => {
    admitted.push('first')
    done()
  })
  const second = budget.acquire(10).then(() => admitted.push('second'))
  expect(budget.tryAcquire(1)).toBeUndefined()

  release()
  await Promise.all([first, second])

  expect(admitted).toEqual(['first', 'second'])
  expect(budget.held).toBe(10)
})

test('large acquisitions leave room for small ones', async () => {
  const budget = new ByteBudget({ bytesMax: 100 * MIB })
  await budget.acquire(70 * MIB)
  const large = budget.acquire(10 * MIB, AbortSignal.timeout(50))

  expect(budget.tryAcquire(MIB)).toBeDefined()
  await expect(large).rejects.toMatchObject({ code: 'abandoned' })
})

test('an acquisition larger than the budget is admitted alone', async () => {
  const budget = new ByteBudget({ bytesMax: 100 * MIB })

  const release = await budget.acquire(500 * MIB)

  expect(budget.tryAcquire(2 * MIB)).toBeUndefined()
  expect(budget.tryAcquire(MIB)).toBeDefined()
  release()
  expect(budget.held).toBe(MIB)
})

test('an acquisition that waits too long fails as retryable, and does not block others', async () => {
  const budget = new ByteBudget({ bytesMax: 100, waitMs: 20 })
  await budget.acquire(50)
  const tooMuch = budget.acquire(60)
  const little = budget.acquire(50)

  await expect(tooMuch).rejects.toMatchObject({ code: 'unavailable', details: { retry_after_seconds: 5 } })
  await expect(little).resolves.toBeDefined()
})

test('an aborted acquisition takes nothing', async () => {
  const budget = new ByteBudget({ bytesMax: 100 })
  const release = await budget.acquire(100)
  const leaving = new AbortController()
  const waiting = budget.acquire(10, leaving.signal)

  leaving.abort()
  release()

  await expect(waiting).rejects.toMatchObject({ code: 'abandoned' })
  await expect(budget.acquire(1, leaving.signal)).rejects.toMatchObject({ code: 'abandoned' })
  expect(budget.held).toBe(0)
})
