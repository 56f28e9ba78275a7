import { useEffect, useRef } from 'react'

/**
 * Scrolls to a row when it becomes the selected one, as soon as `isReady`. A row that only moves is not
 * followed: the user may have scrolled elsewhere while new rows arrive.
 */
export function useScrollToSelected(id: string | undefined, isReady: boolean, scroll: () => void): void {
  const lastId = useRef<string>(undefined)
  useEffect(() => {
    if (id === lastId.current || (id !== undefined && !isReady)) return
    lastId.current = id
    if (id !== undefined) scroll()
  })
}
