import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useReadOnlyReason } from '../../api/session.ts'
import { datasetPath } from '../../navigation/paths.ts'
import { NO_EDITS, type RowEdits } from './row-edits.ts'
import type { Dataset } from './useDataset.ts'

/**
 * Unsaved changes to the rows of a version, or why they cannot be changed. The browser asks before a page
 * with changes is closed.
 */
export function useRowEdits(projectId: string, { version, table, isLoading }: Dataset) {
  const digest = version?.digest
  const [kept, setKept] = useState({ digest, edits: NO_EDITS })
  const edits = kept.digest === digest ? kept.edits : NO_EDITS
  const [, navigate] = useLocation()
  const readOnly = useReadOnlyReason(projectId)
  const isDirty = edits !== NO_EDITS
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const reason =
    readOnly ??
    // A new row gets the fields of those that are there.
    (isLoading ? 'The rows are being loaded' : undefined) ??
    (version?.is_latest === 0 ? 'Only the latest version can be edited' : undefined) ??
    (table === undefined ? 'This dataset has no table of rows' : undefined)
  const setEdits = (next: RowEdits) => {
    const isEmpty = next.changed.size + next.deleted.size + next.added.length === 0
    setKept({ digest, edits: isEmpty ? NO_EDITS : next })
    // `latest` in the URL may become another version while this one is edited.
    if (version && !isDirty) {
      const path = datasetPath(projectId, version.object_id, version.digest)
      navigate(`${path}${window.location.search}`, { replace: true })
    }
  }
  return { edits, setEdits, reason }
}
