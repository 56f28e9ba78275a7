import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const PAGE_KIB = 4

/** Resources of a server with all processes that it started. */
export interface TreeUsage {
  readonly processes: number
  /** Sum of resident memory; counts pages that processes share more than once. */
  readonly rssMiB: number
  /** Proportional set size: shared pages are divided among the processes that map them. */
  readonly pssMiB: number
  /** User and system time, with that of processes that have exited. */
  readonly cpuSeconds: number
}

/** Linux only. `pid` must lead its session, so that orphaned grandchildren are counted too. */
export function treeUsage(pid: number): TreeUsage {
  const members = processesOf(pid)
  const sum = (of: (member: Stat) => number) => members.reduce((total, member) => total + of(member), 0)
  return {
    processes: members.length,
    rssMiB: sum(({ rssPages }) => rssPages * PAGE_KIB) / 1024,
    pssMiB: sum((member) => pssKiB(member.pid)) / 1024,
    cpuSeconds: sum(({ ticks }) => ticks) / TICKS_PER_SECOND,
  }
}

/** CPU time only, which is cheap to read. */
export const treeCpuSeconds = (pid: number): number =>
  processesOf(pid).reduce((total, { ticks }) => total + ticks, 0) / TICKS_PER_SECOND

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly session: number
  readonly ticks: number
  readonly rssPages: number
}

function processesOf(leader: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat !== undefined)
  const members = new Set([leader])
  for (let before = 0; before < members.size; ) {
    before = members.size
    for (const { pid, parent, session } of all)
      if (session === leader || members.has(parent)) members.add(pid)
  }
  return all.filter(({ pid }) => members.has(pid))
}

/** Undefined if the process has just exited. */
function statOf(pid: number): Stat | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The name, in parentheses, may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (index: number) => fields[index] ?? 0
  return {
    pid,
    parent: at(1),
    session: at(3),
    ticks: at(11) + at(12) + at(13) + at(14),
    rssPages: at(21),
  }
}

function pssKiB(pid: number): number {
  const text = readProc(`/proc/${pid}/smaps_rollup`)
  return Number(/^Pss:\s+(\d+)/m.exec(text ?? '')?.[1] ?? 0)
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
