import { availableParallelism, loadavg } from 'node:os'
import { machine } from './machine.ts'
import { planFrom } from './plan.ts'
import { verdicts } from './report/goals.ts'
import { formatted } from './report/numbers.ts'
import { measureIngest } from './sections/ingest.ts'
import { measureReads } from './sections/reads.ts'
import { measureStartUp } from './sections/start-up.ts'
import { measureSustained } from './sections/sustained.ts'

/** Runs the sections that `args` select, printing each when it is done and the goals last. */
export async function runBench(args: readonly string[]): Promise<void> {
  const plan = planFrom(args)
  // A regular exit runs the handlers that remove servers and folders.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const startedAt = performance.now()
  print(machine())
  const busyBefore = (loadavg()[0] ?? 0) > availableParallelism() / 2

  const startUp = await measureStartUp(plan)
  const ingest = await measureIngest(plan)
  print(ingest.text)
  print(await measureSustained(plan))
  const reads = await measureReads(plan)
  print(reads.text)

  print(verdicts([...ingest.goals, ...reads.goals, ...startUp]))
  if (busyBefore)
    print('The machine was busy with other things: judge by CPU time, and run again when it is quiet.')
  print(`${machine()}, ${formatted((performance.now() - startedAt) / 1000)} s`)
}

const print = (text: string): void => void process.stdout.write(`${text}\n\n`)
