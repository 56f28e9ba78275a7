import type { TraceTree } from '@heddle/contract/compare/tree'
import { useMemo, useState } from 'react'
import { usePayloadHits } from '../../api/trace.ts'
import { useDebounced } from '../../timing.ts'

const TYPING_MS = 200

export interface TraceSearch {
  readonly words: string
  readonly setWords: (words: string) => void
  /** Calls whose name, inputs or output contain the text, in tree order. */
  readonly hits: readonly number[]
  readonly isSearching: boolean
}

/** Searches names locally and payloads on the server. */
export function useTraceSearch(projectId: string, tree: TraceTree): TraceSearch {
  const [words, setWords] = useState('')
  const settled = useDebounced(words, TYPING_MS)
  const payload = usePayloadHits(projectId, tree.skeleton.trace_id, settled)
  const hits = useMemo(() => hitsOf(tree, settled, payload.data ?? []), [tree, settled, payload.data])
  const isSearching = payload.isFetching || words !== settled
  return { words, setWords, hits, isSearching }
}

/** Calls whose name or payload matches, in tree order. */
export function hitsOf(tree: TraceTree, words: string, payloadIds: readonly string[]): number[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const hits = new Set(payloadIds.flatMap((id) => tree.indexOfId.get(id) ?? []))
  tree.names.forEach((name, index) => {
    if (name.toLowerCase().includes(wanted)) hits.add(index)
  })
  return [...hits].sort((a, b) => (tree.position[a] ?? 0) - (tree.position[b] ?? 0))
}
