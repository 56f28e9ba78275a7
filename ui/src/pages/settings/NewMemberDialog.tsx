import type { Role } from '@heddle/contract/accounts'
import { type FormEvent, useId, useState } from 'react'
import { useSetMember } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import styles from './Page.module.css'
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
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setting.mutate({ user_name: name.trim(), entity, role }, { onSuccess: onClose })
  }
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        disabled={name.trim() === '' || setting.isPending}
      >
        Add the member
      </Button>
    </>
  )
  return (
    <Dialog title={`Add a member to ${entity}`} onClose={onClose} error={setting.error} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit}>
        <TextField
          label="Name"
          hint="Of a user of this server; server admins add new ones"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RoleSelect label="Role" role={role} onRole={setRole} />
      </form>
    </Dialog>
  )
}
