import { isObject, valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { DataColumn } from '../components/DataTable/columns.ts'
import { formatPreview } from '../format/preview.ts'
import { namedFeedback, scoreText } from './feedback.ts'

const CHANGED = 'heddle-columns-changed'

/** Paths the user added as columns to a project's traces table, such as `attributes.env` or `feedback.helpful`. */
export function useCustomPaths(projectId: string): readonly string[] {
  const stored = useSyncExternalStore(
    subscribe,
    useCallback(() => localStorage.getItem(storedAs(projectId)) ?? '', [projectId]),
  )
  return useMemo(() => (stored === '' ? [] : stored.split('\n')), [stored])
}

/** Adds a column; a mounted table updates immediately. */
export function addCustomPath(projectId: string, path: string): void {
  const paths = localStorage.getItem(storedAs(projectId))?.split('\n').filter(Boolean) ?? []
  store(projectId, [...new Set([...paths, path])])
}

export function removeCustomPath(projectId: string, path: string): void {
  const paths = localStorage.getItem(storedAs(projectId))?.split('\n') ?? []
  store(
    projectId,
    paths.filter((each) => each !== path),
  )
}

export const customColumn = (path: string): DataColumn<CallRecord> => ({
  id: path,
  title: path,
  width: 130,
  sortable: true,
  cell: (call) =>
    path.startsWith('feedback.') ? scoreText(scoreAt(call, path)) : formatPreview(valueAt(call, path)),
})

/**
 * Value of a path such as `feedback.helpful.score`, a feedback name and a path into its payload, or such as
 * `feedback.[acme.helpful].payload.score`, a feedback type and a path into the row.
 */
function scoreAt(call: CallRecord, path: string): unknown {
  const stored = valueAt(call.summary, 'weave.feedback')
  const rows = (Array.isArray(stored) ? stored : []).filter(isObject)
  const [, type, place] = /^feedback\.\[([^\]]+)\]\.(.+)$/.exec(path) ?? []
  if (place !== undefined) {
    const row = rows.find(({ feedback_type }) => feedback_type === type)
    return valueAt(row, place)
  }
  const [, name, ...inside] = path.split('.')
  for (const row of rows) {
    const found = namedFeedback(row)
    if (found?.name !== name) continue
    if (inside.length === 0) return found?.value
    return valueAt(found?.sort === 'Feedback' ? row.payload : found?.value, inside.join('.'))
  }
  return undefined
}

function store(projectId: string, paths: readonly string[]): void {
  localStorage.setItem(storedAs(projectId), paths.join('\n'))
  window.dispatchEvent(new Event(CHANGED))
}

const storedAs = (projectId: string): string => `heddle.columns.${projectId}`

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify)
  return () => window.removeEventListener(CHANGED, notify)
}
