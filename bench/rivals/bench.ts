import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureIngest } from '../sections/ingest.ts'
import { type ComparePlan, type Measurement, measureContender } from './compare.ts'
import type { Contender } from './contender.ts'
import { measureDisk } from './disk.ts'
import { measureEngines } from './engines.ts'
import { measureGrowth } from './growth.ts'
import { heddle } from './heddle.ts'
import { measureMixed } from './mixed.ts'
import { mlflow } from './mlflow.ts'
import { pageOf, plotsOf } from './page.ts'
import { phoenix } from './phoenix.ts'
import { type Parts, type Results, readResults, stamped, writeResults } from './results.ts'

type PartName = keyof Parts
const PARTS: readonly PartName[] = ['rivals', 'engines', 'ceilings', 'growth', 'mixed', 'disk']

const repository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

interface Options {
  readonly only: readonly string[]
  readonly quick: boolean
  readonly sizes: readonly number[]
  readonly keepIn: string | undefined
  readonly rounds: number
  readonly cache: string
  readonly results: string
}

/** Runs the parts that `args` select, stores the results, and writes docs/performance.md from all stored ones. */
export async function runRivals(args: readonly string[]): Promise<void> {
  const options = optionsFrom(args)
  // A regular exit runs the handlers that remove servers and folders.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  for (const name of PARTS) {
    if (!options.only.includes(name)) continue
    process.stderr.write(`\n${name}\n`)
    writeResults(options.results, { ...readResults(options.results), ...(await RUN[name](options)) })
  }
  writePage(readResults(options.results))
}

function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: PARTS.join() },
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      'keep-databases': { type: 'string' },
      rounds: { type: 'string', default: '1' },
      cache: { type: 'string', default: join(homedir(), '.cache/heddle-bench') },
      results: { type: 'string', default: repository('bench/rivals/results.json') },
    },
  })
  const only = values.only.split(',')
  const unknown = only.filter((name) => name !== 'page' && !PARTS.some((part) => part === name))
  if (unknown.length > 0)
    throw new Error(`--only takes ${PARTS.join(', ')} or page, not ${unknown.join(', ')}`)
  const { quick, cache, results } = values
  return {
    only,
    quick,
    cache,
    results,
    sizes: sizesFrom(values.sizes ?? (quick ? '1000,10000' : '10000,100000,1000000')),
    keepIn: values['keep-databases'],
    rounds: Number(values.rounds),
  }
}

function sizesFrom(list: string): number[] {
  const sizes = list.split(',').map(Number)
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0))
    throw new Error(`--sizes takes numbers of calls with commas in between, not ${JSON.stringify(list)}`)
  return sizes
}

const RUN: Readonly<Record<PartName, (options: Options) => Promise<Results>>> = {
  async rivals({ quick, rounds, cache }) {
    const plan = quick
      ? { spans: 2_000, longTraceSpans: 1_000, readSeconds: 0.5, rounds }
      : { spans: 10_000, longTraceSpans: 10_000, readSeconds: 5, rounds }
    return { rivals: stamped(plan, await compare(plan, rounds, cache)) }
  },
  async engines({ quick, cache }) {
    const plan = quick
      ? { spans: 2_000, longTraceSpans: 1_000, readSeconds: 0.5 }
      : { spans: 10_000, longTraceSpans: 10_000, readSeconds: 5 }
    return { engines: stamped(plan, await measureEngines(plan, cache)) }
  },
  async ceilings({ quick }) {
    const plan = quick ? { ingestRounds: 1, ingestCalls: 5_000 } : { ingestRounds: 3, ingestCalls: 15_000 }
    return { ceilings: stamped(plan, (await measureIngest(plan)).rates) }
  },
  async growth({ quick, sizes, keepIn }) {
    const plan = { sizes, readSeconds: quick ? 10 : 120 }
    return { growth: stamped(plan, await measureGrowth({ ...plan, keepIn })) }
  },
  async mixed({ quick }) {
    const plan = quick ? { calls: 5_000, seconds: 6 } : { calls: 50_000, seconds: 30 }
    return { mixed: stamped(plan, await measureMixed(plan)) }
  },
  async disk({ quick }) {
    const plan = { chatCalls: quick ? 2_000 : 20_000 }
    return { disk: stamped(plan, await measureDisk(plan)) }
  },
}

/** All contenders after each other, several times; the measurements of each contender together. */
async function compare(plan: ComparePlan, rounds: number, cache: string): Promise<Measurement[][]> {
  const contenders: readonly Contender[] = [phoenix(cache), mlflow(cache), heddle('otlp'), heddle('native')]
  for (const contender of contenders) await contender.install()
  const measured = new Map(contenders.map((contender): [Contender, Measurement[]] => [contender, []]))
  for (let round = 0; round < rounds; round++)
    for (const [contender, taken] of measured) taken.push(await measureContender(contender, plan))
  return [...measured.values()]
}

function writePage(results: Results): void {
  for (const [file, plot] of plotsOf(results)) writeFileSync(repository(`docs/images/${file}`), plot)
  writeFileSync(repository('docs/performance.md'), pageOf(results))
  process.stderr.write('\nWritten to docs/performance.md\n')
}
