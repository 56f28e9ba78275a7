import { type LiveEvent, watchCalls } from '@heddle/contract/live'
import { useEffect, useRef } from 'react'
import type { CallSearch } from '../filter/compile.ts'
import { SHOWN } from './calls.ts'
import { client } from './client.ts'
import { isRefusal } from './query-client.ts'

const RETRY_MS = 2000

/** Hears of the calls of a search as they start, change and end. After a break it goes on where it was. */
export function useLiveCalls(
  projectId: string,
  search: CallSearch | undefined,
  onEvent: (event: LiveEvent) => void,
): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })

  useEffect(() => {
    if (!search) return
    const ended = new AbortController()
    void listen(projectId, search, ended.signal, (event) => latest.current(event))
    return () => ended.abort()
  }, [projectId, search])
}

async function listen(
  projectId: string,
  search: CallSearch,
  signal: AbortSignal,
  tell: (event: LiveEvent) => void,
): Promise<void> {
  const place: { cursor: string | null } = { cursor: null }
  while (!signal.aborted) {
    try {
      const request = { project_id: projectId, ...search, ...SHOWN, cursor: place.cursor }
      for await (const event of await client.call(watchCalls, request, { signal })) {
        place.cursor = event.cursor
        tell(event)
      }
    } catch (error) {
      // The table's own request is refused for the same reason, and says so. A break is no reason to stop.
      if (isRefusal(error)) return
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
