import type { KeyScope, Role } from '@heddle/contract/accounts'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useCreateKey } from '../../api/settings.ts'
import { useUsers } from '../../api/users.ts'
import { Button } from '../../components/Button.tsx'
import { copyText } from '../../components/CopyButton.tsx'
import { Dialog, FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, Select, TextField } from '../../components/Field.tsx'
import styles from './Page.module.css'

interface NewKeyDialogProps {
  readonly projectId: string
  readonly isAdmin: boolean
  readonly onClose: () => void
}

/** Makes a key, and shows it the one time it can be shown. */
export function NewKeyDialog({ projectId, isAdmin, onClose }: NewKeyDialogProps) {
  const creation = useCreateKey()
  if (creation.data) return <KeyShown apiKey={creation.data.key} onClose={onClose} />
  return <KeyForm projectId={projectId} isAdmin={isAdmin} creation={creation} onClose={onClose} />
}

interface KeyFormProps extends NewKeyDialogProps {
  readonly creation: ReturnType<typeof useCreateKey>
}

function KeyForm({ projectId, isAdmin, creation, onClose }: KeyFormProps) {
  const { data: session } = useSession()
  const { data: users = [] } = useUsers()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('all')
  const [userName, setUserName] = useState(session?.user.name ?? '')
  const [isLimited, setIsLimited] = useState(false)
  const make = () =>
    creation.mutate({
      name: name.trim(),
      scope,
      ...(isAdmin && { user_name: userName }),
      ...(isLimited && { project_id: projectId }),
    })
  return (
    <FormDialog
      title="New API key"
      action="Make the key"
      isReady={!creation.isPending}
      error={creation.error}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What it is for"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isAdmin && (
        <Select
          label="User"
          options={users.map((user) => ({ value: user.name, label: `For ${user.name}` }))}
          value={userName}
          onChange={setUserName}
        />
      )}
      <Select
        label="What it may do"
        options={Object.entries(SCOPES).map(([value, label]) => ({ value, label: `May ${label}` }))}
        value={scope}
        onChange={(value) => {
          if (isScope(value)) setScope(value)
        }}
      />
      <Checkbox
        label={`Only in ${projectId}`}
        withLabel
        checked={isLimited}
        onChange={(event) => setIsLimited(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** Stays until the key was copied or the person is done with it: it cannot be shown again. */
function KeyShown({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const copy = () => copyText(apiKey).then(() => setIsCopied(true), setError)
  return (
    <Dialog
      title="Your new key"
      staysOpen={!isCopied}
      error={isCopied ? null : error}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.form}>
        <div className={styles.secret} onCopy={() => setIsCopied(true)}>
          <code>{apiKey}</code>
          <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        <p className={styles.note}>Copy it now: the server does not keep it and cannot show it again.</p>
      </div>
    </Dialog>
  )
}

/** What keys may do, in words. */
export const SCOPES: Record<KeyScope, string> = {
  all: 'all its user may',
  read: 'read only',
  write: 'write only',
}

export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin']

const isScope = (text: string): text is KeyScope => Object.hasOwn(SCOPES, text)

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)
