import type { ReactNode } from 'react'
import { errorMessage } from '../format/error-message.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Icon } from './icons.tsx'
import styles from './Loaded.module.css'

/** What is needed of the result of `useQuery`. */
export interface LoadedQuery {
  readonly error: Error | null
  readonly isLoadingError: boolean
  readonly isRefetchError: boolean
  readonly refetch: () => unknown
}

interface LoadedProps {
  /** What the queries read: `API keys`. */
  readonly what: string
  readonly queries: readonly LoadedQuery[]
  /** Shown while the queries load, and from then on. */
  readonly children: ReactNode
}

/**
 * Content of queries. An error replaces it only if there is no data. If loaded data cannot be read again, the content
 * stays, with all that is open or typed in it, and the error is shown above. Dialogs that must survive the first case
 * go beside it.
 */
export function Loaded({ what, queries, children }: LoadedProps) {
  const failed = queries.filter(({ isLoadingError, isRefetchError }) => isLoadingError || isRefetchError)
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  const missing = failed.find(({ isLoadingError }) => isLoadingError)
  if (missing) return <ErrorState title={`Could not load ${what}`} error={missing.error} onRetry={retry} />
  const [outdated] = failed
  return (
    <>
      {outdated && (
        <p role="alert" className={styles.outdated}>
          <Icon name="error" size={14} />
          <span>
            Could not refresh {what}: {errorMessage(outdated.error)}
          </span>
          <Button size="small" icon="refresh" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {children}
    </>
  )
}
