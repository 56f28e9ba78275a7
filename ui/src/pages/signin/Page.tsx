import { ApiError } from '@heddle/contract/client'
import { type FormEvent, useEffect, useState } from 'react'
import { type Credential, useSignIn } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Icon, Mark } from '../../components/icons.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { useSearchParam } from '../../navigation/params.ts'
import styles from './Page.module.css'

/** Signs in with an API key, or with the one-time token in the URL that the server printed. */
export function SignInPage() {
  const { mutate, variables: tried, error, isPending } = useSignIn()
  const [token, setToken] = useSearchParam('token')
  const [key, setKey] = useState('')

  useEffect(() => {
    document.title = 'Sign in · Heddle'
  }, [])
  useEffect(() => {
    if (token === undefined) return
    // A token works once. It is removed from the URL, so that a reload or a shared link does not try it again.
    setToken(undefined, { replace: true })
    mutate({ token })
  }, [token, setToken, mutate])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ key: key.trim() })
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit}>
        <Mark size={36} />
        <h1>Sign in to Heddle</h1>
        <p className={styles.lead}>
          Paste an API key for this server. The browser stays signed in for 30 days.
        </p>
        <TextField
          label="API key"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        {error && (
          <p className={styles.error} role="alert">
            <Icon name="error" size={14} /> {explanation(error, tried)}
          </p>
        )}
        <Button type="submit" variant="primary" disabled={isPending || key.trim() === ''}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className={styles.hint}>
          The server printed a first key and a sign-in link when it started. Admins can create more keys with{' '}
          <code>npx heddle keys create USER</code> or under Settings.
        </p>
      </form>
    </main>
  )
}

function explanation(error: Error, tried: Credential | undefined): string {
  if (!(error instanceof ApiError && error.status === 401)) return errorMessage(error)
  return tried && 'token' in tried
    ? 'This link was already used or is older than ten minutes.'
    : 'Invalid API key.'
}
