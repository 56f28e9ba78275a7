import { useEffect, useState, useSyncExternalStore } from 'react'

const TICK_MS = 10_000

const listeners = new Set<() => void>()
let timer: number | undefined

/** Current time, updated every ten seconds by one shared timer. */
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

const IDLE_TIMEOUT_MS = 2000

/** Whether the browser has been idle since mount: time for low-priority work. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}

/** Safari lacks requestIdleCallback; a timer replaces it. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, IDLE_TIMEOUT_MS / 4)
  return () => clearTimeout(timer)
}

const LATE_MS = 150

/** Whether enough time has passed since mount to show a placeholder. */
export function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsLate(true), LATE_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return isLate
}

/** Whether the rendered content has been painted, so that follow-up work no longer delays it. */
export function useIsPainted(isDrawn: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!isDrawn) return
    let timer: number | undefined
    // Animation frames run before painting; a task queued from one runs after it.
    const frame = window.requestAnimationFrame(() => {
      timer = window.setTimeout(() => setIsPainted(true))
    })
    return () => {
      window.cancelAnimationFrame(frame)
      window.clearTimeout(timer)
      setIsPainted(false)
    }
  }, [isDrawn])
  return isDrawn && isPainted
}

/** The value, debounced. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return settled
}
