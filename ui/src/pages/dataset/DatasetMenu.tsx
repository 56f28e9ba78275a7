import { useState } from 'react'
import { useLocation } from 'wouter'
import { useRenameDataset } from '../../api/datasets.ts'
import { useDeleteVersions } from '../../api/objects.ts'
import { useReadOnlyReason } from '../../api/session.ts'
import { IconButton } from '../../components/Button.tsx'
import { ConfirmDialog, FormDialog } from '../../components/Dialog.tsx'
import { ObjectNameField } from '../../components/Field.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useToast } from '../../components/Toast.tsx'
import { datasetPath, projectPath } from '../../navigation/paths.ts'

interface DatasetMenuProps {
  readonly projectId: string
  readonly name: string
}

/** Renames or deletes a dataset. */
export function DatasetMenu({ projectId, name }: DatasetMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const readOnly = useReadOnlyReason(projectId)
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        label="Dataset"
        align="end"
        trigger={(props) => (
          <IconButton
            {...props}
            label={readOnly ?? 'Rename or delete'}
            icon="more"
            disabled={readOnly !== undefined}
          />
        )}
        items={[
          { label: 'Rename…', onSelect: () => setDialog('rename') },
          { label: 'Delete…', icon: 'trash', tone: 'danger', onSelect: () => setDialog('delete') },
        ]}
      />
      {dialog === 'rename' && <RenameDialog projectId={projectId} name={name} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog projectId={projectId} name={name} onClose={close} />}
    </>
  )
}

type DialogProps = DatasetMenuProps & { readonly onClose: () => void }

function RenameDialog({ projectId, name, onClose }: DialogProps) {
  const [newName, setNewName] = useState(name)
  const { mutate, isPending, error } = useRenameDataset(projectId, name)
  const [, navigate] = useLocation()
  const toast = useToast()
  const rename = () =>
    mutate(newName, {
      onSuccess: () => {
        toast.done(`Renamed ${name} to ${newName}`)
        onClose()
        navigate(datasetPath(projectId, newName, 'latest'))
      },
    })
  return (
    <FormDialog
      title={`Rename ${name}`}
      action="Rename"
      isReady={newName !== '' && newName !== name && !isPending}
      error={error}
      onSubmit={rename}
      onClose={onClose}
    >
      <ObjectNameField
        label="New name"
        hint="All versions move, with their tags and aliases. Refs to the old name no longer resolve."
        value={newName}
        onChange={(event) => setNewName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function DeleteDialog({ projectId, name, onClose }: DialogProps) {
  const [, navigate] = useLocation()
  const toast = useToast()
  const deletion = useDeleteVersions(projectId, name, () => {
    toast.done(`Deleted ${name}`)
    navigate(projectPath(projectId, 'datasets'))
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete all versions"
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={() => deletion.mutate(undefined)}
      onClose={onClose}
    >
      Evaluations that used it keep their refs, but the refs no longer resolve. This cannot be undone.
    </ConfirmDialog>
  )
}
