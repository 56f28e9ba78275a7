import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000

/** The present, moving on every ten seconds; all who use it move together. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, tick))

const tick = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, TICK_MS)
  return () => clearInterval(timer)
}
