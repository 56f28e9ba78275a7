import { useLocation } from 'wouter'
import { Drafts } from '../../api/drafts.ts'
import { useReadOnlyReason } from '../../api/session.ts'
import { useDraft } from '../../api/useDraft.ts'
import { usePathParam } from '../../navigation/params.ts'
import { datasetPath } from '../../navigation/paths.ts'
import { NO_EDITS, type RowEdits } from './row-edits.ts'
import type { Dataset } from './useDataset.ts'

const EDITS = new Drafts<RowEdits>()

/** Unsaved changes to the rows of a version, or why they cannot be changed. They are kept while other pages are open. */
export function useRowEdits(projectId: string, { version, table, isLoading }: Dataset) {
  const { draft, setDraft } = useDraft(EDITS, `${projectId} ${version?.object_id} ${version?.digest}`)
  const digestInUrl = usePathParam('digest')
  const [, navigate] = useLocation()
  const readOnly = useReadOnlyReason(projectId)

  const reason =
    readOnly ??
    // A new row gets the fields of those that are there.
    (isLoading ? 'The rows are being loaded' : undefined) ??
    (version?.is_latest === 0 ? 'Only the latest version can be edited' : undefined) ??
    (table === undefined ? 'This dataset has no table of rows' : undefined)
  const setEdits = (next: RowEdits) => {
    const isEmpty = next.changed.size + next.deleted.size + next.added.length === 0
    setDraft(isEmpty ? undefined : next)
    // `latest` in the URL may become another version while this one is edited.
    if (version && !isEmpty && digestInUrl !== version.digest) {
      const path = datasetPath(projectId, version.object_id, version.digest)
      navigate(`${path}${window.location.search}`, { replace: true })
    }
  }
  return { edits: draft ?? NO_EDITS, setEdits, reason }
}
