import { type FormEvent, useId, useState } from 'react'
import { useAddUser } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Checkbox, TextField } from '../../components/Field.tsx'
import styles from './Page.module.css'

export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [isAdmin, setIsAdmin] = useState(false)
  const addition = useAddUser()
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    addition.mutate({ name: name.trim(), server_admin: isAdmin }, { onSuccess: onClose })
  }
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        disabled={name.trim() === '' || addition.isPending}
      >
        Add the user
      </Button>
    </>
  )
  return (
    <Dialog title="Add a user" onClose={onClose} error={addition.error} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit}>
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
      </form>
    </Dialog>
  )
}
