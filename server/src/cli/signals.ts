const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** What a shell reports for a process that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130

/** Resolves at the first signal to stop. A second one ends the process at once; what was acknowledged is on disk. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        for (const next of SIGNALS) process.on(next, () => process.exit(EXIT_INTERRUPTED))
        resolve()
      })
    }
  })
}
