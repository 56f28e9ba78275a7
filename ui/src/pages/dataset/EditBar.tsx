import { useLocation } from 'wouter'
import { useSaveRows } from '../../api/datasets.ts'
import type { VersionWithText } from '../../api/objects.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/icons.tsx'
import { useToast } from '../../components/Toast.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { pluralize } from '../../format/number.ts'
import { datasetPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { editCount, NO_EDITS, type RowEdits, updatesOf } from './row-edits.ts'

interface EditBarProps {
  readonly projectId: string
  readonly version: VersionWithText
  readonly edits: RowEdits
  readonly onEdits: (edits: RowEdits) => void
}

/** What has changed, and buttons to publish or discard it. */
export function EditBar({ projectId, version, edits, onEdits }: EditBarProps) {
  const { mutateAsync, isPending, error } = useSaveRows(projectId)
  const toast = useToast()
  const [, navigate] = useLocation()
  const name = version.object_id
  const counts = Object.entries(editCount(edits)).filter(([, count]) => count > 0)
  const save = () =>
    mutateAsync(
      { version, updates: updatesOf(edits) },
      {
        onSuccess: (digest) => {
          toast.done(`Published a new version of ${name}`)
          navigate(datasetPath(projectId, name, digest))
        },
      },
    ).then(
      // Also if the page was left meanwhile.
      () => onEdits(NO_EDITS),
      () => {},
    )
  return (
    <section className={styles.editBar} aria-label="Unsaved changes">
      {error && (
        <span className={styles.problem} role="alert">
          <Icon name="error" size={12} /> {errorMessage(error)}
        </span>
      )}
      <span>{counts.map(([what, count]) => `${pluralize(count, 'row')} ${what}`).join(', ')}</span>
      <Button onClick={() => onEdits(NO_EDITS)} disabled={isPending}>
        Discard
      </Button>
      <Button variant="primary" onClick={save} disabled={isPending}>
        Save as new version
      </Button>
    </section>
  )
}
