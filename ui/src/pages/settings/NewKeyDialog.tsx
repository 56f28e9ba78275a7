import type { KeyScope, Role } from '@heddle/contract/settings'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useCreateKey } from '../../api/settings.ts'
import { useUsers } from '../../api/users.ts'
import { Button } from '../../components/Button.tsx'
import { copyText } from '../../components/CopyButton.tsx'
import { Dialog, FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, Select, TextField } from '../../components/Field.tsx'
import { DAY_MS } from '../../format/time.ts'
import styles from './Page.module.css'

interface NewKeyDialogProps {
  readonly projectId: string
  readonly isAdmin: boolean
  readonly onClose: () => void
}

/** Creates an API key and shows it once. */
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
  const [days, setDays] = useState('')
  const [isLimited, setIsLimited] = useState(false)
  const make = () =>
    creation.mutate({
      name: name.trim(),
      scope,
      ...(isAdmin && { user_name: userName }),
      ...(isLimited && { project_id: projectId }),
      ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    })
  return (
    <FormDialog
      title="Create API key"
      action="Create key"
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
        label="Access"
        options={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
        value={scope}
        onChange={(value) => {
          if (isScope(value)) setScope(value)
        }}
      />
      <Select label="Expires" options={EXPIRIES} value={days} onChange={setDays} />
      <Checkbox
        label={`Only in ${projectId}`}
        withLabel
        checked={isLimited}
        onChange={(event) => setIsLimited(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

const EXPIRIES = [
  { value: '', label: 'Never expires' },
  { value: '7', label: 'Expires in 7 days' },
  { value: '30', label: 'Expires in 30 days' },
  { value: '90', label: 'Expires in 90 days' },
  { value: '365', label: 'Expires in a year' },
]

/** Stays open until the key is copied or dismissed, because it cannot be shown again. */
function KeyShown({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const copy = () => copyText(apiKey).then(() => setIsCopied(true), setError)
  return (
    <Dialog
      title="API key created"
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
        <p className={styles.note}>Copy it now. You will not be able to see it again.</p>
      </div>
    </Dialog>
  )
}

/** Labels of key scopes. */
export const SCOPES: Record<KeyScope, string> = {
  all: 'Same access as the user',
  read: 'Read only',
  write: 'Write only',
}

export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin']

const isScope = (text: string): text is KeyScope => Object.hasOwn(SCOPES, text)

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text)
