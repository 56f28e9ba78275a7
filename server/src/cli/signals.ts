const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first signal to stop. A second one ends the process at once; what was acknowledged is on disk. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        for (const next of SIGNALS) process.on(next, () => killProcess(next))
        resolve()
      })
    }
  })
}

/**
 * Ends the process by the default action of a signal. `process.exit` would wait for every worker thread, and
 * one that is busy in native code does not end.
 */
export function killProcess(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): never {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // The kernel ignores such signals for process 1 of a container.
  process.abort()
}
