import { setTimeout as wait } from 'node:timers/promises'
import { dumpOf } from './dump.ts'
import { failureOf, parsed } from './judge.ts'
import { KnownThings } from './known-things.ts'
import { type PlanOptions, planRequest } from './plan.ts'
import type { PlannedRequest } from './planned-request.ts'
import type { Outcome } from './send.ts'
import { Sender, type Target } from './send.ts'

const CONNECTIONS = 8
const EXIT_MS = 100

/** Enough to see what is wrong; the rest would be more of the same. */
const FAILURES_MAX = 25

interface FuzzOptions extends PlanOptions, Target {
  readonly url: string
  readonly requests: number
  /** How the process ended; undefined while it runs. */
  readonly exit: () => string | undefined
}

interface FuzzResult {
  /** One text for each kind of failure, with a command that shows it. */
  readonly failures: readonly string[]
  /** Number of requests by status, or by the way they ended without one. */
  readonly tally: Readonly<Record<string, number>>
}

/** Sends this many requests, a few at a time, and checks every response. Stops early if the process ends. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const known = new KnownThings()
  const sender = new Sender(options, CONNECTIONS)
  const failures = new Map<string, string>()
  const tally: Record<string, number> = {}
  const inFlight = new Set<PlannedRequest>()
  let next = 0

  async function connection(): Promise<void> {
    while (next < options.requests && failures.size < FAILURES_MAX) {
      const planned = planRequest(options, next++, known)
      inFlight.add(planned)
      const outcome = await sender.send(planned)
      // A connection breaks before the end of its process is known.
      if (outcome.kind === 'dropped') await wait(EXIT_MS)
      if (options.exit() !== undefined) return
      inFlight.delete(planned)
      const result = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind
      tally[`${planned.over} ${result}`] = (tally[`${planned.over} ${result}`] ?? 0) + 1
      learn(known, planned, outcome)
      const failure = failureOf(planned, outcome)
      if (failure !== undefined) note(failures, planned, failure, options.url)
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  sender.close()
  const end = options.exit()
  if (end !== undefined) {
    const suspects = [...inFlight].map((planned) => dumpOf(planned, options.url))
    failures.set('exit', `the process ended (${end}) while it worked on\n${suspects.join('\n')}`)
  }
  return { failures: [...failures.values()], tally }
}

function learn(known: KnownThings, planned: PlannedRequest, outcome: Outcome): void {
  if (planned.over !== 'http' || outcome.kind !== 'answered' || outcome.status !== 200) return
  // Long answers hold the same ids as short ones.
  if (outcome.body.length < 20_000)
    known.learn(planned.path, planned.number, parsed(outcome.body.toString('utf8')))
}

/** One failure of a kind is enough: the first request that showed it. */
function note(failures: Map<string, string>, planned: PlannedRequest, failure: string, url: string): void {
  const place = planned.over === 'http' ? `${planned.method} ${planned.route}` : planned.over
  const kind = `${place} ${failure.slice(0, 40)}`
  if (!failures.has(kind)) failures.set(kind, `${failure}\n${dumpOf(planned, url)}`)
}
