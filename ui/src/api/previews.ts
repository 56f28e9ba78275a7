import { queryCalls } from '@heddle/contract/calls-query'
import { useEffect, useRef, useState } from 'react'
import { callPreview } from '../call/preview.ts'
import { exactClient } from './client.ts'

const SCROLLING_MS = 120

/**
 * One-line previews of the calls in view, fetched together once scrolling stops. Those of running calls are
 * fetched again after their end.
 */
export function usePreviews(
  projectId: string,
  ids: readonly string[],
  runningIds: readonly string[] = [],
): ReadonlyMap<string, string> {
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map())
  const known = useRef(previews)
  known.current = previews
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
      fetchPreviews(projectId, missing, request.signal)
        .then((found) => {
          for (const [id] of found) {
            if (runningNow.has(id)) unfinished.current.add(id)
            else unfinished.current.delete(id)
          }
          setPreviews((all) => new Map([...all, ...found]))
        })
        // Previews are optional: opening the call shows its data or the error.
        .catch(() => {})
    }, SCROLLING_MS)
    return () => {
      window.clearTimeout(timer)
      request.abort()
    }
  }, [projectId, wanted, running])

  return previews
}

async function fetchPreviews(project_id: string, call_ids: string[], signal: AbortSignal) {
  const request = {
    project_id,
    filter: { call_ids },
    columns: ['id', 'exception', 'summary'],
  }
  const { calls } = await exactClient.call(queryCalls, request, { signal })
  return calls.map((call): [string, string] => [call.id, callPreview(call)])
}
