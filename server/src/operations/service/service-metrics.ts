import type { ServerStatus } from '@heddle/contract/server-status'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StorageObserver } from '../../storage/port/status.ts'

/** From half a millisecond, as reads and writes on a local disk take, to the 60 seconds after which a read times out. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** Records a finished request of one route. */
export type RequestObserver = (statusCode: number, seconds: number) => void

type StatusMetric = readonly [name: string, help: string, value: (status: ServerStatus) => number | null]

const GAUGES: readonly StatusMetric[] = [
  ['uptime_seconds', 'Time since the server started', ({ uptime_seconds }) => uptime_seconds],
  ['memory_bytes', 'Resident memory of the process', ({ memory_bytes }) => memory_bytes],
  ['database_bytes', 'Size of the database', ({ database_bytes }) => database_bytes],
  ['pending_bytes', 'Written and not yet merged into the database', ({ pending_bytes }) => pending_bytes],
  ['disk_free_bytes', 'Free space on the disk of the database', ({ disk_free_bytes }) => disk_free_bytes],
  ['writes_waiting', 'Writes in the queue or in progress', ({ commits }) => commits.writes_waiting],
  ['reads_waiting', 'Reads in the queue or in progress', ({ commits }) => commits.reads_waiting],
  ['listeners', 'Open event streams', ({ listeners }) => listeners],
  ['held_removals', 'Projects whose expired calls await confirmation', ({ held_removals }) => held_removals],
]

const COUNTERS: readonly StatusMetric[] = [
  ['call_parts_total', 'Parts of calls written', ({ ingest }) => ingest.parts_total],
  ['commits_total', 'Writes completed', ({ commits }) => commits.total],
  ['requests_total', 'Requests answered', ({ requests }) => requests.total],
  ['request_failures_total', 'Requests answered with a 5xx status', ({ requests }) => requests.failed_total],
]

const READ_LABELS = { quick: { kind: 'quick' }, scan: { kind: 'scan' } }

/** Prometheus metrics of one service, in a registry of their own. */
export class ServiceMetrics implements StorageObserver {
  readonly #registry = new Registry()
  readonly #registers = { registers: [this.#registry] }
  readonly #requests = new Histogram({
    name: 'heddle_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    ...this.#registers,
  })
  readonly #writes = new Histogram({
    name: 'heddle_write_duration_seconds',
    help: 'Time from handing a write to the storage until it is committed, queueing included',
    buckets: SECONDS,
    ...this.#registers,
  })
  readonly #reads = new Histogram({
    name: 'heddle_read_duration_seconds',
    help: 'Time from handing a read to the storage until it is answered, queueing included',
    labelNames: ['kind'],
    buckets: SECONDS,
    ...this.#registers,
  })
  readonly #gauges = GAUGES.map(([name, help, value]) => ({
    gauge: new Gauge({ name: `heddle_${name}`, help, ...this.#registers }),
    value,
  }))
  readonly #counters = COUNTERS.map(([name, help, value]) => ({
    counter: new Counter({ name: `heddle_${name}`, help, ...this.#registers }),
    value,
  }))

  /** Adds CPU, memory, garbage collection and event loop. They are the process's, not the service's: call it once. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** `route` is a pattern, never a URL: every label value is a time series. */
  requestObserver(method: string, route: string): RequestObserver {
    const labels = STATUS_CLASSES.map((status) => ({ method, route, status }))
    return (statusCode, seconds) => {
      const labelsOfStatus = labels[Math.floor(statusCode / 100) - 1]
      if (labelsOfStatus) this.#requests.observe(labelsOfStatus, seconds)
    }
  }

  onWrite(seconds: number): void {
    this.#writes.observe(seconds)
  }

  onRead(kind: 'quick' | 'scan', seconds: number): void {
    this.#reads.observe(READ_LABELS[kind], seconds)
  }

  /** The metrics in the Prometheus text format. Values that are null are left out. */
  text(status: ServerStatus): Promise<string> {
    for (const { gauge, value } of this.#gauges) {
      const current = value(status)
      if (current === null) gauge.remove()
      else gauge.set(current)
    }
    for (const { counter, value } of this.#counters) {
      counter.reset()
      counter.inc(value(status) ?? 0)
    }
    return this.#registry.metrics()
  }
}
