import { useEffect, useState } from 'react'

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
