import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

test('tasks with a common key run in order, even after a failure, and others do not wait', async () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })

  const first = queue.run(['a', 'b'], async () => {
    await gate
    log.push('first')
    throw new Error('fails')
  })
  const second = queue.run(['b', 'c'], async () => log.push('second'))
  const third = queue.run(['c'], async () => log.push('third'))
  await queue.run(['d'], async () => log.push('other'))
  open()

  await expect(first).rejects.toThrow('fails')
  await Promise.all([second, third])
  expect(log).toEqual(['other', 'first', 'second', 'third'])
})
