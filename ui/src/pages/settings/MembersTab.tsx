import type { MemberRecord, Role } from '@heddle/contract/settings'
import { useState } from 'react'
import { mayAdminister, useSession } from '../../api/session.ts'
import { useSetMember } from '../../api/settings.ts'
import { useMembers } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { FormDialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import styles from './Page.module.css'
import { RemoveMemberDialog, RoleSelect } from './roles.tsx'

interface MembersTabProps {
  readonly projectId: string
  readonly entity: string
}

/** Members of the project. Entity admins can change them, others can only view. */
export function MembersTab({ projectId, entity }: MembersTabProps) {
  const { data: session } = useSession()
  const query = useMembers(projectId)
  const { data: members } = query
  const [isAdding, setIsAdding] = useState(false)
  const [confirming, setConfirming] = useState<MemberRecord>()
  const isAdmin = session ? mayAdminister(session, entity) : false
  const columns = memberColumns(entity, isAdmin, setConfirming)
  return (
    <>
      <Panel
        title={`Members of ${entity}`}
        aside="Viewers can read, editors can also write, admins can also manage members"
        actions={
          isAdmin && (
            <Button size="small" variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
              Add member
            </Button>
          )
        }
      >
        <Loaded what="members" queries={[query]}>
          {members ? (
            <PlainTable label="Members" columns={columns} rows={members} rowId={({ id }) => id} />
          ) : (
            <SkeletonLines count={3} />
          )}
        </Loaded>
      </Panel>
      {isAdding && <NewMemberDialog entity={entity} onClose={() => setIsAdding(false)} />}
      {confirming && (
        <RemoveMemberDialog
          userName={confirming.name}
          entity={entity}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}

function memberColumns(entity: string, isAdmin: boolean, onRemove: (member: MemberRecord) => void) {
  return [
    { id: 'name', title: 'Name', cell: ({ name }: MemberRecord) => name },
    {
      id: 'role',
      title: 'Role',
      cell: ({ name, role, server_admin }: MemberRecord) => (
        <span className={styles.chips}>
          {role && isAdmin ? <ChangeableRole userName={name} entity={entity} role={role} /> : role}
          {server_admin && (
            <Chip tone="accent" icon="key">
              server admin
            </Chip>
          )}
        </span>
      ),
    },
    {
      id: 'remove',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (member: MemberRecord) =>
        isAdmin &&
        member.role && (
          <IconButton
            label={`Remove ${member.name} from ${entity}`}
            icon="trash"
            size="small"
            onClick={() => onRemove(member)}
          />
        ),
    },
  ]
}

interface ChangeableRoleProps {
  readonly userName: string
  readonly entity: string
  readonly role: Role
}

function ChangeableRole({ userName, entity, role }: ChangeableRoleProps) {
  const setting = useSetMember()
  const toast = useToast()
  const change = (next: Role) =>
    setting.mutate(
      { user_name: userName, entity, role: next },
      { onError: (error) => toast.failed('Could not change the role', error) },
    )
  return (
    <RoleSelect
      label={`Role of ${userName}`}
      role={setting.isPending ? setting.variables.role : role}
      disabled={setting.isPending}
      onRole={change}
    />
  )
}

interface NewMemberDialogProps {
  readonly entity: string
  readonly onClose: () => void
}

/** Adds an existing user to the entity. */
function NewMemberDialog({ entity, onClose }: NewMemberDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const setting = useSetMember()
  return (
    <FormDialog
      title={`Add member to ${entity}`}
      action="Add member"
      isReady={name.trim() !== '' && !setting.isPending}
      error={setting.error}
      onSubmit={() => setting.mutate({ user_name: name.trim(), entity, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Name of an existing user. Server admins can add new users."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RoleSelect label="Role" role={role} onRole={setRole} />
    </FormDialog>
  )
}
