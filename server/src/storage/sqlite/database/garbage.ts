import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined
let isPlanned = false

/**
 * Runs the garbage collector of this thread after the current task. The bindings free native memory in later turns of the event
 * loop. Takes about ten milliseconds.
 */
export function collectGarbageSoon(): void {
  if (isPlanned) return
  isPlanned = true
  setImmediate(() => {
    isPlanned = false
    collect ??= garbageCollector()
    collect()
  })
}

/** Without the command-line flag, `gc` exists only in contexts created while the flag is set at run time. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => gc()
}
