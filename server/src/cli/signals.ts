const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first stop signal. A second one kills the process at once; acknowledged writes are on disk. */
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
 * Kills the process with the default action of a signal. `process.exit` would wait for every worker thread, and one
 * that is busy in native code does not exit.
 */
export function killProcess(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): never {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // The kernel ignores these signals for PID 1 of a container.
  process.abort()
}
