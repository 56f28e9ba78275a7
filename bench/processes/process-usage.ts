import { existsSync, readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** User and system time of a process with all its threads; NaN if the system does not report it. */
export function cpuSecondsOf(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  // The name, in parentheses, may contain spaces.
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Resident memory of a process; NaN if the system does not report it. */
export function residentMiB(pid: number): number {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return Number.NaN
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1]) / 1024
}

/** Like `cpuSecondsOf` with microsecond resolution, for threads that are still running. */
export function cpuMsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return Number.NaN
  const nanos = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanos.reduce((sum, each) => sum + each, 0) / 1e6
}
