import { useState } from 'react'
import { useCreateOwnKey, useKeyAccess, useKnownKey } from '../api/session.ts'
import { Button } from '../components/Button.tsx'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { Icon } from '../components/icons.tsx'
import { Tabs } from '../components/Tabs.tsx'
import { useToast } from '../components/Toast.tsx'
import { serverUrl } from '../navigation/base-path.ts'
import styles from './SetupGuide.module.css'
import { type SetupId, setupsFor } from './setups.ts'

interface SetupGuideProps {
  readonly title: string
  readonly projectId?: string
}

/** How to send the first call: snippets for this server, and a note that the page is waiting. */
export function SetupGuide({ title, projectId }: SetupGuideProps) {
  const [shown, setShown] = useState<SetupId>('python')
  const apiKey = useKnownKey()
  const setups = setupsFor({ origin: serverUrl(), apiKey, projectId })
  const steps = setups.find(({ id }) => id === shown)?.steps ?? []
  return (
    <section className={styles.guide} aria-label="Send your first call">
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.lead}>
        Point an SDK, an OpenTelemetry exporter or plain HTTP at this server. The first trace opens
        automatically when it arrives.
      </p>
      {apiKey === undefined && <CreateKeyNotice />}
      <Tabs
        label="Ways to send calls"
        tabs={setups}
        selected={shown}
        onSelect={setShown}
        panelClassName={styles.steps}
      >
        {steps.map((step) => (
          <CodeBlock key={step.title} {...step} />
        ))}
      </Tabs>
      <p className={styles.waiting} role="status">
        <span className={styles.pulse} aria-hidden="true" /> Listening for the first trace…
      </p>
    </section>
  )
}

function CreateKeyNotice() {
  const { mutate, isPending } = useCreateOwnKey()
  const access = useKeyAccess()
  const toast = useToast()
  return (
    <p className={styles.key}>
      <Icon name="key" size={14} />
      <span>Replace YOUR_API_KEY in the snippets with an API key.</span>
      <Button
        size="small"
        title={access.title}
        disabled={isPending || access.disabled}
        onClick={() =>
          mutate(undefined, { onError: (error) => toast.failed('Could not create a key', error) })
        }
      >
        Create a key and fill it in
      </Button>
    </p>
  )
}
