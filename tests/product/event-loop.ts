import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PRELOADED = fileURLToPath(new URL('event-loop.cjs', import.meta.url))

/**
 * CPU time that the main thread may use in one turn of the event loop. Not the duration of the turn: on a busy machine,
 * every thread also waits for a core. A machine that is slower at that moment may take as many units.
 */
const TURN_MS_MAX = 200
const TURN_UNITS_MAX = 200

/** A pause of the event loop, and how long the thread computed and waited for a core meanwhile. */
export interface Pause {
  readonly at: number
  readonly ms: number
  readonly cpuMs: number
  readonly waitMs: number
  /** CPU time of a fixed computation right after it. */
  readonly unitMs: number
}

/** Settings of a server that reports pauses of its main thread to a file. */
export const reportingPauses = (file: string) => ({
  NODE_OPTIONS: `--require ${PRELOADED}`,
  EVENT_LOOP_LOG: file,
})

/** Pauses since an instant; none if the system does not report them. */
export function pausesSince(startedAt: number, file: string): Pause[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line): Pause => JSON.parse(line)).filter(({ at }) => at > startedAt)
}

export const isLong = ({ cpuMs, unitMs }: Pause): boolean =>
  cpuMs >= Math.max(TURN_MS_MAX, TURN_UNITS_MAX * unitMs)
