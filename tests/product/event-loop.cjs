// Preloaded into a server, this appends a line to the file that EVENT_LOOP_LOG names for each pause of the main
// thread: when it ended, how long it was, how much of it the thread computed, and how much it waited for a core; and what a
// fixed computation took right after it, which tells how fast the machine was at that moment.
// Linux only: other systems do not tell these apart.

const { appendFileSync, existsSync, readFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const TICK_MS = 5
const PAUSE_MS_MIN = 30
// Nanoseconds on a core, and nanoseconds runnable without one: https://docs.kernel.org/scheduler/sched-stats.html
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`

if (isMainThread && existsSync(SCHEDSTAT)) {
  // Compiled before it measures.
  for (let n = 0; n < 20; n++) unitMs()
  let last = sample()
  setInterval(() => {
    const now = sample()
    const pauseMs = now.atMs - last.atMs - TICK_MS
    if (pauseMs > PAUSE_MS_MIN) {
      const [ms, cpuMs, waitMs] = [pauseMs, now.cpuMs - last.cpuMs, now.waitMs - last.waitMs].map(Math.round)
      const pause = { at: Date.now(), ms, cpuMs, waitMs, unitMs: unitMs() }
      appendFileSync(process.env.EVENT_LOOP_LOG, `${JSON.stringify(pause)}\n`)
    }
    last = sample()
  }, TICK_MS).unref()
}

function sample() {
  const [cpu, wait] = readFileSync(SCHEDSTAT, 'utf8').split(' ')
  return { atMs: performance.now(), cpuMs: Number(cpu) / 1e6, waitMs: Number(wait) / 1e6 }
}

/** What a computation takes, of a millisecond where the limit of a turn was set: the shortest of a few, which was not interrupted. */
function unitMs() {
  return Math.min(...Array.from({ length: 5 }, computeMs))
}

function computeMs() {
  const startedAt = performance.now()
  let sum = 0
  for (let n = 0; n < 200_000; n++) sum = (sum + n) % 1_000_003
  // Reads the sum, so that the loop is not left out.
  return performance.now() - startedAt + (sum < 0 ? 1 : 0)
}
