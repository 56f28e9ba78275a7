import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createClient } from '@heddle/contract/client'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../tests/browser/chromium.ts'
import { signIn } from '../../tests/browser/sign-in.ts'
import { PROJECTS } from '../dataset/calls.ts'
import { machine } from '../machine.ts'
import { fill } from '../processes/fill.ts'
import { API_KEY, type Service, withService } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import { verdicts } from '../report/goals.ts'
import { formatted, median, quantile } from '../report/numbers.ts'
import { table } from '../report/table.ts'
import { writeLargeTrace } from './large-trace.ts'
import {
  type BareTimes,
  BUDGETS_MS,
  type Measurement,
  measureBarePage,
  measureLargeTrace,
  measureTable,
} from './measurements.ts'

const STOPWATCH = fileURLToPath(new URL('stopwatch.js', import.meta.url))
const PROJECT = `team/${PROJECTS[0]}`
const LARGE_TRACE_CALLS = 10_000
const SETTLE_SECONDS_MAX = 600

interface Plan {
  readonly calls: number
  readonly rounds: number
}

/** Fills a server, uses its UI in a browser, and prints the time of each step next to its budget. */
export async function runUiBench(args: readonly string[]): Promise<void> {
  const plan = planFrom(args)
  print(machine())
  const { times, bare } = await withService(async (service) => {
    await fill(service, plan.calls)
    await settle(service.pid, service.folder, SETTLE_SECONDS_MAX)
    return withPage(service, (page) => walk(page, service, plan))
  })

  const paints = bare.map(({ firstPaint }) => firstPaint)
  const frames = bare.flatMap((page) => page.frames)
  const measured = Object.entries(BUDGETS_MS).map(([name, budget]) => ({
    name: `${name}, ms`,
    // No table scrolls more smoothly than the bare page does in this browser.
    atMost: name.startsWith('frame ') ? Math.max(budget, Math.ceil(quantile(frames, 0.95))) : budget,
    taken: times.get(name) ?? [],
  }))
  print(`${plan.rounds} rounds, ${formatted(plan.calls)} calls`)
  print(
    table(
      ['', 'p50', 'p95'],
      measured.map(({ name, taken }) => [name, formatted(median(taken)), formatted(quantile(taken, 0.95))]),
    ),
  )
  const firstPaint = median(times.get('first table paint') ?? []) / median(paints)
  print(
    `A page with nothing but the table paints it after ${formatted(median(paints))} ms (p50), ${formatted(quantile(paints, 0.95))} ms (p95): ` +
      `the UI takes ${firstPaint.toFixed(2)} times as long. ` +
      `A frame takes that page ${formatted(median(frames))} ms (p50), ${formatted(quantile(frames, 0.95))} ms (p95) while it is scrolled as far.`,
  )
  print(verdicts(measured.map(({ taken, ...goal }) => ({ ...goal, measured: quantile(taken, 0.95) }))))
  print(machine())
}

/** Reads the flags: `--quick` for a minute's run, `--million` for a large database. */
function planFrom(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, million: { type: 'boolean' } },
  })
  if (values.quick) return { calls: 10_000, rounds: 5 }
  return { calls: values.million ? 1_000_000 : 100_000, rounds: 20 }
}

const print = (text: string): void => void process.stdout.write(`${text}\n\n`)

interface Walked {
  readonly times: ReadonlyMap<string, readonly number[]>
  /** Of a bare page, in the same rounds. */
  readonly bare: readonly BareTimes[]
}

async function walk(page: Page, { url }: Service, { rounds }: Plan): Promise<Walked> {
  const client = createClient({ baseUrl: url, apiKey: API_KEY })
  const root = await writeLargeTrace(client, PROJECT, LARGE_TRACE_CALLS)
  const times = new Map<string, number[]>()
  const bare: BareTimes[] = []
  const record = (measurement: Measurement, ...ms: readonly number[]) => {
    times.set(measurement, [...(times.get(measurement) ?? []), ...ms])
  }

  // The first round warms the caches of the browser and the server.
  for (let round = 0; round <= rounds; round++) {
    const keep = round === 0 ? () => {} : record
    const bareTimes = await measureBarePage(page, PROJECT)
    if (round > 0) bare.push(bareTimes)
    await measureTable(page, `/${PROJECT}/weave/traces`, keep, round)
    await measureLargeTrace(page, `/${PROJECT}/weave/calls/${root}`, keep)
  }
  return { times, bare }
}

/** A signed-in page with a stopwatch. */
async function withPage<T>({ url }: Service, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    await context.addInitScript({ path: STOPWATCH })
    const page = await context.newPage()
    await page.goto('/')
    await signIn(page, API_KEY)
    await page.getByRole('banner').waitFor()
    return await work(page)
  } finally {
    await browser.close()
  }
}
