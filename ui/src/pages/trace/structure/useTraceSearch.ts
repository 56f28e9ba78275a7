import { useEffect, useMemo, useState } from 'react'
import { usePayloadHits } from '../../../api/trace.ts'
import { hitsOf } from './hits.ts'
import type { TraceTree } from './tree.ts'

const TYPING_MS = 200

export interface TraceSearch {
  readonly words: string
  readonly setWords: (words: string) => void
  /** Calls whose name, inputs or output contain the words, in the order of the tree. */
  readonly hits: readonly number[]
  readonly isSearching: boolean
}

/** Names are searched here, payloads by the server. */
export function useTraceSearch(projectId: string, tree: TraceTree): TraceSearch {
  const [words, setWords] = useState('')
  const settled = useSettled(words, TYPING_MS)
  const payload = usePayloadHits(projectId, tree.skeleton.trace_id, settled)
  const hits = useMemo(() => hitsOf(tree, settled, payload.data ?? []), [tree, settled, payload.data])
  const isSearching = payload.isFetching || words !== settled
  return { words, setWords, hits, isSearching }
}

/** A value once it has stayed the same for a while. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return settled
}
