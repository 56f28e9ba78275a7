import type { KeyRecord } from '@heddle/contract/settings'
import { useState } from 'react'
import { useApiKeys, useRevokeKey } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Checkbox } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { NewKeyDialog, SCOPES } from './NewKeyDialog.tsx'

interface KeysTabProps {
  readonly projectId: string
  readonly isAdmin: boolean
}

/** The keys that programs and browsers sign in with. */
export function KeysTab({ projectId, isAdmin }: KeysTabProps) {
  const [ofEverybody, setOfEverybody] = useState(isAdmin)
  const { data: keys, error, refetch } = useApiKeys(ofEverybody)
  const [isCreating, setIsCreating] = useState(false)
  const [asked, setAsked] = useState<KeyRecord>()
  if (error) return <ErrorState title="The keys could not be read" error={error} onRetry={refetch} />
  const actions = (
    <>
      {isAdmin && (
        <Checkbox
          label="Of everybody"
          withLabel
          checked={ofEverybody}
          onChange={(event) => setOfEverybody(event.currentTarget.checked)}
        />
      )}
      <Button size="small" variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
        New key
      </Button>
    </>
  )
  const columns = [
    { id: 'name', title: 'Name', cell: ({ name }: KeyRecord) => name || <em>without a name</em> },
    { id: 'user', title: 'User', cell: ({ user_name }: KeyRecord) => user_name },
    { id: 'scope', title: 'May', cell: ({ scope }: KeyRecord) => <Chip>{SCOPES[scope]}</Chip> },
    { id: 'project', title: 'Project', cell: ({ project_id }: KeyRecord) => project_id ?? 'all' },
    { id: 'created', title: 'Created', cell: ({ created_at }: KeyRecord) => <TimeAgo at={created_at} /> },
    {
      id: 'revoke',
      title: 'Actions',
      titleIsUnseen: true,
      align: 'end' as const,
      cell: (key: KeyRecord) => (
        <Button size="small" variant="danger" onClick={() => setAsked(key)}>
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <>
      <Panel title="API keys" aside="shown once, when they are made" actions={actions}>
        {keys ? (
          <PlainTable
            label="API keys"
            columns={columns}
            rows={keys}
            rowId={({ id }) => id}
            empty="No keys yet."
          />
        ) : (
          <SkeletonLines count={3} />
        )}
      </Panel>
      {isCreating && (
        <NewKeyDialog projectId={projectId} isAdmin={isAdmin} onClose={() => setIsCreating(false)} />
      )}
      {asked && <RevokeDialog apiKey={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface RevokeDialogProps {
  readonly apiKey: KeyRecord
  readonly onClose: () => void
}

function RevokeDialog({ apiKey, onClose }: RevokeDialogProps) {
  const revocation = useRevokeKey()
  const toast = useToast()
  const name = apiKey.name || 'the key'
  const revoke = () =>
    revocation.mutate(apiKey.id, {
      onSuccess: () => {
        toast.done(`Revoked ${name}`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke"
      busy={revocation.isPending}
      error={revocation.error}
      onConfirm={revoke}
      onClose={onClose}
    >
      Programs that use it are refused from now on, and browsers signed in with it are signed out. If that is
      this browser, you have to sign in again.
    </ConfirmDialog>
  )
}
