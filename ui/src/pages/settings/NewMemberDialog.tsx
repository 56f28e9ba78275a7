import type { Role } from '@heddle/contract/accounts'
import { useState } from 'react'
import { useSetMember } from '../../api/settings.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { RoleSelect } from './RoleSelect.tsx'

interface NewMemberDialogProps {
  readonly entity: string
  readonly onClose: () => void
}

/** Gives somebody who has an account a role here. */
export function NewMemberDialog({ entity, onClose }: NewMemberDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const setting = useSetMember()
  return (
    <FormDialog
      title={`Add a member to ${entity}`}
      action="Add the member"
      isReady={name.trim() !== '' && !setting.isPending}
      error={setting.error}
      onSubmit={() => setting.mutate({ user_name: name.trim(), entity, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Of a user of this server; server admins add new ones"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RoleSelect label="Role" role={role} onRole={setRole} />
    </FormDialog>
  )
}
