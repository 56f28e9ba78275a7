import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000

const listeners = new Set<() => void>()
let timer: number | undefined

/** The present, moving on every ten seconds; all who use it move together, by one timer. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, tick))

const tick = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  timer ??= window.setInterval(() => {
    for (const listener of listeners) listener()
  }, TICK_MS)
  return () => {
    listeners.delete(notify)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}
