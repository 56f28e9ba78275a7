import { useEffect, useState } from 'react'

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
