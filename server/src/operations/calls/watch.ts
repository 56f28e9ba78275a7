import type { CallStore } from '../../storage/port/calls.ts'

/** How long to gather what is written close together, so that one read tells it all. */
const GATHER_MS = 100

/** How long to wait for a write of this process before looking for those of others. */
const PATIENCE_MS = 2_000

export interface Watch {
  /** Resolves when there may be something new, or whoever waits has left. */
  next(): Promise<void>
  close(): void
}

/** Watches for writes from now on: one that happens between two calls of `next` ends the second at once. */
export function openWatch(calls: Pick<CallStore, 'onWrite'>, signal: AbortSignal): Watch {
  let written = false
  let wake = (): void => {}
  const stop = calls.onWrite(() => {
    written = true
    wake()
  })
  const leave = () => wake()
  signal.addEventListener('abort', leave)

  const sleep = (ms: number, wakesOn: 'write' | 'leave'): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        if (wakesOn === 'leave' && !signal.aborted) return
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    async next() {
      if (!written && !signal.aborted) await sleep(PATIENCE_MS, 'write')
      if (written && !signal.aborted) await sleep(GATHER_MS, 'leave')
      written = false
    },
    close() {
      stop()
      signal.removeEventListener('abort', leave)
    },
  }
}
