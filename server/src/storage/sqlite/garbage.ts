import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined
let isPlanned = false

/**
 * Collects this thread's garbage after what is running now. The bindings free native memory in the turns of the event
 * loop that follow. Takes some ten milliseconds.
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

/** V8 has it without a flag on the command line only for contexts that are made while the flag is set. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => gc()
}
