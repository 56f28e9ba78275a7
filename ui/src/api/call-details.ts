import { useEffect, useRef, useState } from 'react'
import { createDetailLoader, type DetailLoader } from './detail-loader.ts'

/** Reads a detail of calls. The same function at all times: another one would read all of them again. */
type ReadDetails<Detail> = (
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Detail>>

/**
 * A detail of each listed call, read once scrolling stops. Those of running calls are read again after their end.
 */
export function useCallDetails<Detail>(
  read: ReadDetails<Detail>,
  projectId: string,
  ids: readonly string[],
  runningIds: readonly string[] = [],
): ReadonlyMap<string, Detail> {
  const [details, setDetails] = useState<ReadonlyMap<string, Detail>>(new Map())
  const loader = useRef<DetailLoader>(undefined)
  const listed = ids.join()
  const running = runningIds.join()

  useEffect(() => {
    const opened = createDetailLoader((some, signal) => read(projectId, some, signal), setDetails)
    loader.current = opened
    return () => opened.close()
  }, [read, projectId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new loader starts with the same list.
  useEffect(() => {
    loader.current?.list(idsIn(listed), idsIn(running))
  }, [read, projectId, listed, running])

  return details
}

const idsIn = (list: string): string[] => list.split(',').filter((id) => id !== '')
