import { useState } from 'react'
import { useAddUser } from '../../api/settings.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, TextField } from '../../components/Field.tsx'
import styles from './Page.module.css'

export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
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
