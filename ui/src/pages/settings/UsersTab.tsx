import type { Role } from '@heddle/contract/accounts'
import type { UserRecord } from '@heddle/contract/settings'
import { type FormEvent, useState } from 'react'
import { useAddUser, useRemoveUser, useSetMember } from '../../api/settings.ts'
import { useUsers } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ConfirmDialog, FormDialog } from '../../components/Dialog.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Checkbox, TextField } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { Popover } from '../../components/Popover.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import styles from './Page.module.css'
import { RoleSelect, TakeRoleDialog } from './roles.tsx'

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

function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [isAdmin, setIsAdmin] = useState(false)
  const addition = useAddUser()
  const add = () => addition.mutate({ name: name.trim(), server_admin: isAdmin }, { onSuccess: onClose })
  return (
    <FormDialog
      title="Add a user"
      action="Add the user"
      isReady={name.trim() !== '' && !addition.isPending}
      error={addition.error}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Up to 64 letters from a to z, digits and . _ - @"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Server admin: may do everything, everywhere"
        withLabel
        checked={isAdmin}
        onChange={(event) => setIsAdmin(event.currentTarget.checked)}
      />
      <p className={styles.note}>Give the user a role next, and make a key under API keys.</p>
    </FormDialog>
  )
}

interface Chosen {
  readonly entity: string
  readonly role: Role
}

interface MembershipFormProps {
  readonly userName: string
  /** The entity to begin with. */
  readonly entity: string
  readonly onSet: (chosen: Chosen) => void
}

/** Gives a user a role; one held before in the same entity gives way. */
function MembershipForm({ userName, entity: firstEntity, onSet }: MembershipFormProps) {
  const [entity, setEntity] = useState(firstEntity)
  const [role, setRole] = useState<Role>('editor')
  return (
    <Popover
      label={`Give ${userName} a role`}
      trigger={(props) => (
        <Button {...props} size="small" variant="ghost" icon="plus" aria-label={`Give ${userName} a role`}>
          Role
        </Button>
      )}
    >
      {(close) => (
        <form
          className={styles.popover}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            close()
            onSet({ entity: entity.trim(), role })
          }}
        >
          <TextField
            label="Entity"
            hint="The part of a project's name before the slash"
            value={entity}
            onChange={(event) => setEntity(event.currentTarget.value)}
          />
          <RoleSelect label="Role" role={role} onRole={setRole} />
          <Button type="submit" variant="primary" disabled={entity.trim() === ''}>
            Give the role
          </Button>
        </form>
      )}
    </Popover>
  )
}
