import type { KeyRecord } from '@heddle/contract/settings'
import { useState } from 'react'
import { useKeyAccess, type WriteAccess } from '../../api/session.ts'
import { useApiKeys, useRevokeKey } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { Checkbox } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { NewKeyDialog, SCOPES } from './NewKeyDialog.tsx'

interface KeysTabProps {
  readonly projectId: string
  readonly isAdmin: boolean
}

/** API keys of the user, or of all users for server admins. */
export function KeysTab({ projectId, isAdmin }: KeysTabProps) {
  const [allUsers, setAllUsers] = useState(isAdmin)
  const query = useApiKeys(allUsers)
  const { data: keys } = query
  const access = useKeyAccess()
  const [isCreating, setIsCreating] = useState(false)
  const [confirming, setConfirming] = useState<KeyRecord>()
  const actions = (
    <>
      {isAdmin && (
        <Checkbox
          label="All users"
          withLabel
          checked={allUsers}
          onChange={(event) => setAllUsers(event.currentTarget.checked)}
        />
      )}
      <Button size="small" variant="primary" icon="plus" {...access} onClick={() => setIsCreating(true)}>
        Create API key
      </Button>
    </>
  )
  const columns = keyColumns(access, setConfirming)
  return (
    <>
      <Panel title="API keys" aside="A key is shown only once, when you create it" actions={actions}>
        <Loaded what="API keys" queries={[query]}>
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
        </Loaded>
      </Panel>
      {isCreating && (
        <NewKeyDialog projectId={projectId} isAdmin={isAdmin} onClose={() => setIsCreating(false)} />
      )}
      {confirming && <RevokeDialog apiKey={confirming} onClose={() => setConfirming(undefined)} />}
    </>
  )
}

function keyColumns(access: WriteAccess, onRevoke: (key: KeyRecord) => void) {
  return [
    { id: 'name', title: 'Name', cell: ({ name }: KeyRecord) => name || <em>Unnamed</em> },
    { id: 'user', title: 'User', cell: ({ user_name }: KeyRecord) => user_name },
    { id: 'scope', title: 'Access', cell: ({ scope }: KeyRecord) => <Chip>{SCOPES[scope]}</Chip> },
    { id: 'project', title: 'Project', cell: ({ project_id }: KeyRecord) => project_id ?? 'All projects' },
    { id: 'created', title: 'Created', cell: ({ created_at }: KeyRecord) => <TimeAgo at={created_at} /> },
    { id: 'expires', title: 'Expires', cell: ({ expires_at }: KeyRecord) => <Expiry at={expires_at} /> },
    {
      id: 'used',
      title: 'Last used',
      cell: ({ last_used_at }: KeyRecord) => (last_used_at ? <TimeAgo at={last_used_at} /> : 'Never'),
    },
    {
      id: 'revoke',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (key: KeyRecord) => (
        <Button size="small" variant="danger" {...access} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ),
    },
  ]
}

function Expiry({ at }: { readonly at: string | null }) {
  if (at === null) return 'Never'
  if (new Date(at) <= new Date()) return <Chip tone="bad">Expired</Chip>
  return <TimeAgo at={at} as="local" />
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
      Programs that use it lose access immediately, and browsers signed in with it are signed out. If this
      browser is one of them, you have to sign in again.
    </ConfirmDialog>
  )
}
