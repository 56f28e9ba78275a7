import { queryCalls } from '@heddle/contract/calls-query'
import type { CallKind } from '@heddle/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { kindOf } from '../call/kind.ts'
import { callPreview } from '../call/preview.ts'
import { ROW_PAYLOAD_MAX } from './calls.ts'
import { exactClient } from './client.ts'

const SCROLLING_MS = 120

/** What a row shows of a call besides its name. */
interface RowSummary {
  readonly kind: CallKind
  /** One line. */
  readonly preview: string
}

type Summaries = ReadonlyMap<string, RowSummary>

/** Summaries of the calls in view, fetched together once scrolling stops. */
export function useRowSummaries(projectId: string, ids: readonly string[]): Summaries {
  const [summaries, setSummaries] = useState<Summaries>(new Map())
  const known = useRef(summaries)
  known.current = summaries
  const wanted = ids.join()

  useEffect(() => {
    const missing = wanted.split(',').filter((id) => id !== '' && !known.current.has(id))
    if (missing.length === 0) return
    const request = new AbortController()
    const timer = window.setTimeout(() => {
      fetchSummaries(projectId, missing, request.signal)
        .then((found) => setSummaries((all) => new Map([...all, ...found])))
        // Summaries are optional: opening the call shows its data or the error.
        .catch(() => {})
    }, SCROLLING_MS)
    return () => {
      window.clearTimeout(timer)
      request.abort()
    }
  }, [projectId, wanted])

  return summaries
}

async function fetchSummaries(project_id: string, call_ids: string[], signal: AbortSignal) {
  const request = {
    project_id,
    filter: { call_ids },
    columns: ['id', 'inputs', 'output', 'exception', 'summary'],
    payload_max: ROW_PAYLOAD_MAX,
  }
  const { calls } = await exactClient.call(queryCalls, request, { signal })
  return calls.map((call): [string, RowSummary] => [
    call.id,
    { kind: kindOf(call), preview: callPreview(call) },
  ])
}
