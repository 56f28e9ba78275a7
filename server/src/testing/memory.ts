import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** How much more of the heap is in use after some work than before it. */
export async function bytesKeptBy(work: () => Promise<void>): Promise<number> {
  const before = await bytesInUse()
  await work()
  return (await bytesInUse()) - before
}

async function bytesInUse(): Promise<number> {
  await nextTurn()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** A text as it is cut from a request of half a megabyte. */
export function cutFromRequest(text: string): string {
  return text.padEnd(500_000).slice(0, text.length)
}
