import { readMetrics, type ServerStatus } from '@heddle/contract/status'
import { forKeyHolders, operation } from '../operation.ts'
import { serverStatus } from './status.ts'

export const metricsRead = operation(readMetrics, forKeyHolders, async (_, context) => {
  const status = await serverStatus(context)
  return METRICS.map((metric) => metricText(metric, metric.value(status))).join('')
})

interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly value: (status: ServerStatus) => number | null
}

const METRICS: readonly Metric[] = [
  gauge('uptime_seconds', 'Since the server started', ({ uptime_seconds }) => uptime_seconds),
  gauge('memory_bytes', 'Memory of the process', ({ memory_bytes }) => memory_bytes),
  gauge('database_bytes', 'Size of the database', ({ database_bytes }) => database_bytes),
  gauge(
    'pending_bytes',
    'Written and not yet merged into the database',
    ({ pending_bytes }) => pending_bytes,
  ),
  counter('call_parts_total', 'Parts of calls written', ({ ingest }) => ingest.parts_total),
  counter('commits_total', 'Writes answered', ({ commits }) => commits.total),
  gauge('commit_p50_seconds', 'Median time of the latest writes', ({ commits }) => inSeconds(commits.p50_ms)),
  gauge('commit_p95_seconds', 'Time of the slower latest writes', ({ commits }) => inSeconds(commits.p95_ms)),
  gauge('writes_waiting', 'Writes not yet answered', ({ commits }) => commits.writes_waiting),
  gauge('reads_waiting', 'Reads not yet answered', ({ commits }) => commits.reads_waiting),
  counter('requests_total', 'Requests answered', ({ requests }) => requests.total),
  counter('request_failures_total', 'Requests that failed here', ({ requests }) => requests.failed_total),
  gauge('listeners', 'Clients of the live stream', ({ listeners }) => listeners),
  gauge(
    'held_removals',
    'Projects whose expired calls wait for a confirmation',
    (status) => status.held_removals,
  ),
]

function counter(name: string, help: string, value: Metric['value']): Metric {
  return { name: `heddle_${name}`, type: 'counter', help, value }
}

function gauge(name: string, help: string, value: Metric['value']): Metric {
  return { name: `heddle_${name}`, type: 'gauge', help, value }
}

const inSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000)

/** What is not known is left out. */
function metricText({ name, type, help }: Metric, value: number | null): string {
  if (value === null) return ''
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`
}
