import { useStatus } from '../../api/settings.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import styles from './Page.module.css'
import { type Fact, serverFacts } from './server-facts.ts'

/** How the server is doing. */
export function ServerTab() {
  const { data: status, error, refetch } = useStatus()
  if (error)
    return <ErrorState title="The server's state could not be read" error={error} onRetry={refetch} />
  if (!status) return <SkeletonLines />
  return serverFacts(status).map(({ title, facts }) => <Facts key={title} title={title} facts={facts} />)
}

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <Panel title={title}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
