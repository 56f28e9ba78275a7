import { type LiveEvent, type LiveRequest, watchCalls } from '@heddle/contract/live'
import { useEffect, useRef } from 'react'
import { rowFields } from './call-rows.ts'
import type { CallList } from './calls.ts'
import { exactClient } from './client.ts'
import { isRefusal } from './query-client.ts'

const RETRY_MS = 2000

/** The calls to watch, once there is a cursor to start from. */
interface LiveList extends Omit<CallList, 'sort'> {
  readonly cursor: string | undefined
}

/** Receives matching calls as they start, change and end. Reconnects and resumes after a disconnect. */
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
    const controller = new AbortController()
    const request = { project_id: projectId, ...search, ...rowFields({ wholePayloads }), cursor }
    void listen(request, controller.signal, (event) => latest.current(event))
    return () => controller.abort()
  }, [projectId, search, wholePayloads, cursor])
}

async function listen(
  request: LiveRequest,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  let cursor = request.cursor ?? null
  while (!signal.aborted) {
    try {
      for await (const event of await exactClient.call(watchCalls, { ...request, cursor }, { signal })) {
        cursor = event.cursor
        onEvent(event)
      }
    } catch (error) {
      // The table's own request fails for the same reason and shows it. Disconnects are retried.
      if (isRefusal(error)) return
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}
