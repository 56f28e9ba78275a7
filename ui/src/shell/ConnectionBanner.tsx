import { connection, useConnectionState } from '../api/connection.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/icons.tsx'
import styles from './Shell.module.css'

/** Says when the server is gone or has been updated. The page below keeps what it shows. */
export function ConnectionBanner() {
  const state = useConnectionState()
  return (
    <div role="status" className={styles.banner} data-state={state}>
      {state === 'lost' && (
        <>
          <Icon name="error" size={14} />
          <span>The server cannot be reached. What you see may be out of date; reconnecting…</span>
          <Button size="small" onClick={connection.probe}>
            Try now
          </Button>
        </>
      )}
      {state === 'outdated' && (
        <>
          <Icon name="refresh" size={14} />
          <span>Heddle has been updated. Reload to use the new version.</span>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      )}
    </div>
  )
}
