import type { Role, UserRecord } from '@heddle/contract/settings'
import { type FormEvent, useState } from 'react'
import { useAddUser, useRemoveUser, useSetMember } from '../../api/settings.ts'
import { useUsers } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ConfirmDialog, FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, TextField } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { Popover } from '../../components/Popover.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import styles from './Page.module.css'
import { RemoveMemberDialog, RoleSelect } from './roles.tsx'

/** Users and their roles. `entity` is the default for new roles. */
export function UsersTab({ entity }: { readonly entity: string }) {
  const query = useUsers()
  const { data: users } = query
  const [isAdding, setIsAdding] = useState(false)
  const [confirming, setConfirming] = useState<UserRecord>()
  const columns = [
    { id: 'name', title: 'Name', cell: ({ name }: UserRecord) => name },
    { id: 'roles', title: 'Roles', cell: (user: UserRecord) => <Roles user={user} entity={entity} /> },
    { id: 'created', title: 'Added', cell: ({ created_at }: UserRecord) => <TimeAgo at={created_at} /> },
    {
      id: 'remove',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (user: UserRecord) => (
        <IconButton
          label={`Remove ${user.name}`}
          icon="trash"
          size="small"
          onClick={() => setConfirming(user)}
        />
      ),
    },
  ]
  return (
    <>
      <Panel
        title="Users"
        aside="Viewers can read, editors can also write, admins can also manage members"
        actions={
          <Button size="small" variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
            Add user
          </Button>
        }
      >
        <Loaded what="users" queries={[query]}>
          {users ? (
            <PlainTable label="Users" columns={columns} rows={users} rowId={({ id }) => id} />
          ) : (
            <SkeletonLines count={3} />
          )}
        </Loaded>
      </Panel>
      {isAdding && <NewUserDialog onClose={() => setIsAdding(false)} />}
      {confirming && <RemoveUserDialog user={confirming} onClose={() => setConfirming(undefined)} />}
    </>
  )
}

function Roles({ user, entity }: { readonly user: UserRecord; readonly entity: string }) {
  const setting = useSetMember()
  const toast = useToast()
  const [confirming, setConfirming] = useState<string>()
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
            label: `Remove ${user.name} from ${membership.entity}`,
            onRemove: () => setConfirming(membership.entity),
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
            { onError: (error) => toast.failed('Could not change roles', error) },
          )
        }
      />
      {confirming !== undefined && (
        <RemoveMemberDialog
          userName={user.name}
          entity={confirming}
          onClose={() => setConfirming(undefined)}
        />
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
      All API keys, sessions and roles of {user.name} are deleted too. Data that {user.name} wrote is kept.
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
      title="Add user"
      action="Add user"
      isReady={name.trim() !== '' && !addition.isPending}
      error={addition.error}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="A name or an email address: up to 254 characters without spaces and slashes"
        maxLength={254}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label="Server admin (full access to everything)"
        withLabel
        checked={isAdmin}
        onChange={(event) => setIsAdmin(event.currentTarget.checked)}
      />
      <p className={styles.note}>Next, add a role and create an API key for the user.</p>
    </FormDialog>
  )
}

interface Chosen {
  readonly entity: string
  readonly role: Role
}

interface MembershipFormProps {
  readonly userName: string
  /** Initial entity. */
  readonly entity: string
  readonly onSet: (chosen: Chosen) => void
}

/** Sets a user's role in an entity, replacing any previous one. */
function MembershipForm({ userName, entity: firstEntity, onSet }: MembershipFormProps) {
  const [entity, setEntity] = useState(firstEntity)
  const [role, setRole] = useState<Role>('editor')
  return (
    <Popover
      label={`Add role for ${userName}`}
      trigger={(props) => (
        <Button {...props} size="small" variant="ghost" icon="plus" aria-label={`Add role for ${userName}`}>
          Add role
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
            Add role
          </Button>
        </form>
      )}
    </Popover>
  )
}
