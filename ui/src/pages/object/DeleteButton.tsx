import { useState } from 'react'
import { useDeleteVersions } from '../../api/objects.ts'
import { useReadOnlyReason } from '../../api/session.ts'
import { IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useToast } from '../../components/Toast.tsx'
import { pluralize } from '../../format/number.ts'

interface DeleteButtonProps {
  readonly projectId: string
  readonly name: string
  readonly version: { readonly digest: string; readonly version_index: number }
  readonly onDeleted: (what: 'version' | 'all') => void
}

/** Deletes this version or all versions, after confirmation. */
export function DeleteButton({ projectId, name, version, onDeleted }: DeleteButtonProps) {
  const [confirming, setConfirming] = useState<'version' | 'all'>()
  const toast = useToast()
  const readOnly = useReadOnlyReason(projectId)
  const deletion = useDeleteVersions(projectId, name, (count, digest) => {
    setConfirming(undefined)
    toast.done(`Deleted ${pluralize(count, 'version')} of ${name}`)
    onDeleted(digest === undefined ? 'all' : 'version')
  })
  const confirm = (what: 'version' | 'all') =>
    deletion.mutate(what === 'version' ? version.digest : undefined)
  const label = `v${version.version_index}`
  return (
    <>
      <Menu
        label="Delete"
        align="end"
        trigger={(props) => (
          <IconButton
            {...props}
            label={readOnly ?? 'Delete'}
            icon="trash"
            disabled={readOnly !== undefined}
          />
        )}
        items={[
          { label: `Delete ${label}`, tone: 'danger', onSelect: () => setConfirming('version') },
          { label: 'Delete all versions', tone: 'danger', onSelect: () => setConfirming('all') },
        ]}
      />
      {confirming && (
        <ConfirmDialog
          title={confirming === 'all' ? `Delete ${name}?` : `Delete ${label} of ${name}?`}
          action={confirming === 'all' ? 'Delete all versions' : `Delete ${label}`}
          busy={deletion.isPending}
          error={deletion.error}
          onConfirm={() => confirm(confirming)}
          onClose={() => setConfirming(undefined)}
        >
          Calls that used it keep their refs, but the refs no longer resolve. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
