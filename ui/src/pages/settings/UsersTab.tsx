import type { UserRecord } from '@heddle/contract/settings'
import { useState } from 'react'
import { useRemoveUser, useSetMember } from '../../api/settings.ts'
import { useUsers } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { MembershipForm } from './MembershipForm.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import styles from './Page.module.css'
import { TakeRoleDialog } from './TakeRoleDialog.tsx'

/** Who may do what. `entity` is the one to suggest for new roles. */
export function UsersTab({ entity }: { readonly entity: string }) {
  const { data: users, error, refetch } = useUsers()
  const [isAdding, setIsAdding] = useState(false)
  const [asked, setAsked] = useState<UserRecord>()
  if (error) return <ErrorState title="The users could not be read" error={error} onRetry={refetch} />
  const columns = [
    { id: 'name', title: 'Name', cell: ({ name }: UserRecord) => name },
    { id: 'roles', title: 'Roles', cell: (user: UserRecord) => <Roles user={user} entity={entity} /> },
    { id: 'created', title: 'Added', cell: ({ created_at }: UserRecord) => <TimeAgo at={created_at} /> },
    {
      id: 'remove',
      title: 'Actions',
      titleIsUnseen: true,
      align: 'end' as const,
      cell: (user: UserRecord) => (
        <IconButton label={`Remove ${user.name}`} icon="trash" size="small" onClick={() => setAsked(user)} />
      ),
    },
  ]
  return (
    <>
      <Panel
        title="Users"
        aside="viewers read, editors also write, admins also decide who is a member"
        actions={
          <Button size="small" variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
            Add a user
          </Button>
        }
      >
        {users ? (
          <PlainTable label="Users" columns={columns} rows={users} rowId={({ id }) => id} />
        ) : (
          <SkeletonLines count={3} />
        )}
      </Panel>
      {isAdding && <NewUserDialog onClose={() => setIsAdding(false)} />}
      {asked && <RemoveUserDialog user={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Roles({ user, entity }: { readonly user: UserRecord; readonly entity: string }) {
  const setting = useSetMember()
  const toast = useToast()
  const [asked, setAsked] = useState<string>()
  return (
    <span className={styles.chips}>
      {user.server_admin && (
        <Chip tone="accent" icon="key">
          server admin
        </Chip>
      )}
      {user.memberships.map((membership) => (
        <Chip
          key={membership.entity}
          remove={{
            label: `Take ${user.name} out of ${membership.entity}`,
            onRemove: () => setAsked(membership.entity),
          }}
        >
          {membership.entity}: {membership.role}
        </Chip>
      ))}
      <MembershipForm
        userName={user.name}
        entity={entity}
        onSet={(chosen) =>
          setting.mutate(
            { user_name: user.name, ...chosen },
            { onError: (error) => toast.failed('The roles stayed as they were', error) },
          )
        }
      />
      {asked !== undefined && (
        <TakeRoleDialog userName={user.name} entity={asked} onClose={() => setAsked(undefined)} />
      )}
    </span>
  )
}

function RemoveUserDialog({ user, onClose }: { readonly user: UserRecord; readonly onClose: () => void }) {
  const removal = useRemoveUser()
  return (
    <ConfirmDialog
      title={`Remove ${user.name}?`}
      action={`Remove ${user.name}`}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate(user.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      All keys, sessions and roles of {user.name} go too. What {user.name} wrote stays.
    </ConfirmDialog>
  )
}
