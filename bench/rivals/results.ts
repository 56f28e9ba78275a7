import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { machine } from '../machine.ts'
import type { IngestPlan, IngestRate } from '../sections/ingest.ts'
import type { ComparePlan, Measurement } from './compare.ts'
import type { DiskPlan, DiskUse } from './disk.ts'
import type { EngineMeasurement, EnginesPlan } from './engines.ts'
import type { Growth, GrowthPlan } from './growth.ts'
import type { Mixed, MixedPlan } from './mixed.ts'

/** The parts of the benchmark that can be run alone. */
export interface Parts {
  readonly rivals: Part<ComparePlan & { readonly rounds: number }, readonly (readonly Measurement[])[]>
  readonly engines: Part<EnginesPlan, readonly EngineMeasurement[]>
  readonly ceilings: Part<IngestPlan, readonly IngestRate[]>
  readonly growth: Part<GrowthPlan, Growth>
  readonly mixed: Part<MixedPlan, Mixed>
  readonly disk: Part<DiskPlan, readonly DiskUse[]>
}

/** What was measured, with the circumstances. */
export interface Part<Plan, Measured> {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly plan: Plan
  readonly measured: Measured
}

/** The latest results of each part that has been run. */
export type Results = Readonly<Partial<Parts>>

export function stamped<Plan, Measured>(plan: Plan, measured: Measured): Part<Plan, Measured> {
  return { date: new Date().toISOString().slice(0, 16), commit: commit(), machine: machine(), plan, measured }
}

export function readResults(file: string): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function writeResults(file: string, results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, undefined, 1)}\n`)
}

/** Written by this benchmark itself. */
const OWN_FILES = [':!docs', ':!bench/rivals/results.json']

/** The commit of the checkout, with a plus sign if files have been changed since. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...OWN_FILES)
  return git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : '+')
}
