import { useEffect, useState, useSyncExternalStore } from 'react'

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

const PATIENCE_MS = 2000

/** Whether the browser has had a moment of rest since: what nobody waits for can be done now. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}

/** Safari has no idle callbacks; there it is done a little later. */
function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: PATIENCE_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, PATIENCE_MS / 4)
  return () => clearTimeout(timer)
}

const LATE_MS = 150

/** Whether so much time has passed since it was first drawn that something should stand in for what is awaited. */
export function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsLate(true), LATE_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return isLate
}

/** Whether what was drawn is on screen by now: what comes after it then no longer holds it up. */
export function useIsPainted(isDrawn: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!isDrawn) return
    let timer: number | undefined
    // A frame begins before it is painted; the tasks after it come behind.
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

/** A value once it has stayed the same for a while. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return settled
}
