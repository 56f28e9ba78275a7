/** More at once would not be faster: there are about as many threads that read. */
const RUNNING_MAX = 4

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs work that keeps the process busy for milliseconds once it has its data, such as reading a page of rows: a few at a time, and
 * each start in a turn of its own of the event loop. A hundred streams that all have something to do would otherwise leave no
 * time for new requests.
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < RUNNING_MAX) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) setImmediate(next)
    else running -= 1
  }
}
