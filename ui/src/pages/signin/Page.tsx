import { ApiError } from '@heddle/contract/client'
import { type FormEvent, useEffect, useState } from 'react'
import { type Credential, leaveForProvider, useSignIn, useSingleSignOn } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Icon, Mark } from '../../components/icons.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { BASE_PATH } from '../../navigation/base-path.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useSearchParam } from '../../navigation/params.ts'
import styles from './Page.module.css'

/** Signs in with an API key, or with the one-time token in the URL that the server printed. */
export function SignInPage() {
  const { mutate, variables: tried, error, isPending } = useSignIn()
  const [token, setToken] = useSearchParam('token')
  const [key, setKey] = useState('')

  usePageTitle('Sign in')
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
        <SingleSignOn />
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

const OUTCOMES: ReadonlyMap<string | undefined, string> = new Map([
  ['refused', 'You have no access to this server. Ask an admin for a role.'],
  ['failed', 'The sign-in was not completed. Try again.'],
  ['unavailable', 'The sign-in provider cannot be reached. Try again later, or use an API key.'],
])

/** A link to the sign-in of the provider, where there is one, and how the last attempt ended. */
function SingleSignOn() {
  const { data: name } = useSingleSignOn()
  const [outcome] = useSearchParam('sign_in')
  if (!name) return null
  const { pathname, search } = window.location
  const to = encodeURIComponent(outcome === undefined ? pathname + search : pathname)
  return (
    <>
      {OUTCOMES.has(outcome) && (
        <p className={styles.error} role="alert">
          <Icon name="error" size={14} /> {OUTCOMES.get(outcome)}
        </p>
      )}
      <a
        className={styles.provider}
        href={`${BASE_PATH}/auth/oidc/start?to=${to}`}
        onClick={leaveForProvider}
      >
        Sign in with {name}
      </a>
    </>
  )
}

function explanation(error: Error, tried: Credential | undefined): string {
  if (!(error instanceof ApiError && error.status === 401)) return errorMessage(error)
  return tried && 'token' in tried
    ? 'This link was already used or is older than ten minutes.'
    : 'Invalid API key.'
}
