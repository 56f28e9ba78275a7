import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { formatted } from './report/numbers.ts'

/** The machine and its current load. */
export function machine(): string {
  const [cpu] = cpus()
  const load = loadavg().map((value) => value.toFixed(1))
  const memory = formatted(totalmem() / 2 ** 30)
  return `Node ${process.version}, ${availableParallelism()} cores (${cpu?.model.trim()}), ${memory} GiB, load ${load.join(' ')}`
}
