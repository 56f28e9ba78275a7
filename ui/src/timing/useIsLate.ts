import { useEffect, useState } from 'react'

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
