import { type LiveEvent, type LiveRequest, watchCalls } from '@heddle/contract/live'
import { useEffect, useRef } from 'react'
import { type CallList, rowFields } from './calls.ts'
import { exactClient } from './client.ts'
import { isRefusal } from './query-client.ts'

const RETRY_MS = 2000

/** What is listened for, once there is a cursor to start from. */
interface LiveList extends Omit<CallList, 'sort'> {
  readonly cursor: string | undefined
}

/** Hears of the calls of a search as they start, change and end. After a break it goes on where it was. */
export function useLiveCalls(
  { projectId, search, wholePayloads, cursor }: LiveList,
  onEvent: (event: LiveEvent) => void,
): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })

  useEffect(() => {
    if (!search || cursor === undefined) return
    const ended = new AbortController()
    const request = { project_id: projectId, ...search, ...rowFields({ wholePayloads }), cursor }
    void listen(request, ended.signal, (event) => latest.current(event))
    return () => ended.abort()
  }, [projectId, search, wholePayloads, cursor])
}

async function listen(
  request: LiveRequest,
  signal: AbortSignal,
  tell: (event: LiveEvent) => void,
): Promise<void> {
  let cursor = request.cursor ?? null
  while (!signal.aborted) {
    try {
      for await (const event of await exactClient.call(watchCalls, { ...request, cursor }, { signal })) {
        cursor = event.cursor
        tell(event)
      }
    } catch (error) {
      // The table's own request is refused for the same reason, and says so. A break is no reason to stop.
      if (isRefusal(error)) return
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
