import { useEffect, useRef, useState } from 'react'

const SCROLLING_MS = 120

/** Reads a detail of calls. The same function at all times: another one would read all of them again. */
type ReadDetails<Detail> = (
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Detail>>

/**
 * A detail of each call in view, read together once scrolling stops. Those of running calls are read again after
 * their end.
 */
export function useCallDetails<Detail>(
  read: ReadDetails<Detail>,
  projectId: string,
  ids: readonly string[],
  runningIds: readonly string[] = [],
): ReadonlyMap<string, Detail> {
  const [details, setDetails] = useState<ReadonlyMap<string, Detail>>(new Map())
  const known = useRef(details)
  known.current = details
  /** Known calls that were running when they were read. */
  const unfinished = useRef(new Set<string>())
  const wanted = ids.join()
  const running = runningIds.join()

  useEffect(() => {
    const runningNow = new Set(running.split(','))
    const isMissing = (id: string) =>
      !known.current.has(id) || (unfinished.current.has(id) && !runningNow.has(id))
    const missing = wanted.split(',').filter((id) => id !== '' && isMissing(id))
    if (missing.length === 0) return
    const request = new AbortController()
    const timer = window.setTimeout(() => {
      read(projectId, missing, request.signal)
        .then((found) => {
          for (const [id] of found) {
            if (runningNow.has(id)) unfinished.current.add(id)
            else unfinished.current.delete(id)
          }
          setDetails((all) => new Map([...all, ...found]))
        })
        // Details are optional: opening the call shows its data or the error.
        .catch(() => {})
    }, SCROLLING_MS)
    return () => {
      window.clearTimeout(timer)
      request.abort()
    }
  }, [read, projectId, wanted, running])

  return details
}
