import { queryCalls } from '@heddle/contract/calls-query'
import { useEffect, useRef, useState } from 'react'
import { callPreview } from '../call/preview.ts'
import { exactClient } from './client.ts'

const SCROLLING_MS = 120

/** One-line previews of the calls in view, fetched together once scrolling stops. */
export function usePreviews(projectId: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map())
  const known = useRef(previews)
  known.current = previews
  const wanted = ids.join()

  useEffect(() => {
    const missing = wanted.split(',').filter((id) => id !== '' && !known.current.has(id))
    if (missing.length === 0) return
    const request = new AbortController()
    const timer = window.setTimeout(() => {
      fetchPreviews(projectId, missing, request.signal)
        .then((found) => setPreviews((all) => new Map([...all, ...found])))
        // Previews are optional: opening the call shows its data or the error.
        .catch(() => {})
    }, SCROLLING_MS)
    return () => {
      window.clearTimeout(timer)
      request.abort()
    }
  }, [projectId, wanted])

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
