// Faults for a server under test, loaded into each of its threads with --require.

const { existsSync, openSync, readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const { FAULT_PIPE, FAULT_CLOCK } = process.env

// Opening a named pipe without a writer blocks in native code and cannot be interrupted.
if (FAULT_PIPE && !isMainThread) {
  const timer = setInterval(() => {
    if (existsSync(`${FAULT_PIPE}.now`)) openSync(FAULT_PIPE, 'r')
  }, 50)
  timer.unref()
}

// Sets the clock forward or back by the milliseconds in a file, while the server runs.
if (FAULT_CLOCK) {
  const { now } = Date
  let offsetMs = 0
  Date.now = () => now() + offsetMs
  const timer = setInterval(() => {
    if (existsSync(FAULT_CLOCK)) offsetMs = Number(readFileSync(FAULT_CLOCK, 'utf8'))
  }, 20)
  timer.unref()
}

// Throws where no request waits for it.
if (isMainThread) {
  process.on('SIGUSR2', () => {
    void Promise.reject(new Error('rejected by a test'))
    throw new Error('thrown by a test')
  })
}
