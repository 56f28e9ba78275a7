import type { ServerStatus } from '@heddle/contract/server-status'
import { useStatus } from '../../api/settings.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { formatBytes, formatCount, formatNumber } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import styles from './Page.module.css'

/** Server status. */
export function ServerTab() {
  const query = useStatus()
  const { data: status } = query
  return (
    <Loaded what="server status" queries={[query]}>
      {status ? (
        serverFacts(status).map(({ title, facts }) => <Facts key={title} title={title} facts={facts} />)
      ) : (
        <SkeletonLines />
      )}
    </Loaded>
  )
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

type Fact = readonly [name: string, value: string]

interface FactGroup {
  readonly title: string
  readonly facts: readonly Fact[]
}

/** Status values, grouped by topic. */
function serverFacts(status: ServerStatus): FactGroup[] {
  const { ingest, commits, requests } = status
  return [
    {
      title: 'Process',
      facts: [
        ['Version', status.version],
        ['Node.js', status.node_version],
        ['Uptime', formatDuration(status.uptime_seconds * 1000)],
        ['Memory', formatBytes(status.memory_bytes)],
        ['Live listeners', formatCount(status.listeners)],
      ],
    },
    {
      title: 'Storage',
      facts: [
        ['Engine', status.engine],
        ['Database', known(status.database_bytes, formatBytes)],
        ['Not yet merged', known(status.pending_bytes, formatBytes)],
        ['Commits', formatCount(commits.total)],
        ['Commit time, p50', known(commits.p50_ms, formatDuration)],
        ['Commit time, p95', known(commits.p95_ms, formatDuration)],
        ['Writes waiting', formatCount(commits.writes_waiting)],
        ['Reads waiting', formatCount(commits.reads_waiting)],
        ['Removals on hold', formatCount(status.held_removals)],
      ],
    },
    {
      title: 'Traffic',
      facts: [
        ['Requests', formatCount(requests.total)],
        ['Requests per second', rate(requests.per_second)],
        ['Failed requests', formatCount(requests.failed_total)],
        ['Call parts ingested', formatCount(ingest.parts_total)],
        ['Call parts per second', rate(ingest.parts_per_second)],
      ],
    },
  ]
}

const known = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value)

const rate = (perSecond: number): string => formatNumber(Number(perSecond.toFixed(1)))
