import type { CliContext } from '../cli/command.ts'
import { runCommand } from '../cli/run.ts'
import { openStorage } from '../service/open-storage.ts'

interface Output {
  readonly code: number
  readonly printed: string[]
  readonly noted: string[]
}

/** A command line on a data folder of its own. */
export function openTerminal(folder: string) {
  return {
    run: (...args: string[]) => run(args, folder, {}),
    runWith: (over: Partial<CliContext>, ...args: string[]) => run(args, folder, over),
  }
}

async function run(args: readonly string[], folder: string, over: Partial<CliContext>): Promise<Output> {
  const printed: string[] = []
  const noted: string[] = []
  const code = await runCommand(args, {
    environment: { HEDDLE_DATA: folder, HEDDLE_PORT: '0' },
    print: (line) => printed.push(line),
    isTerminal: true,
    width: 200,
    isOutputClosed: () => false,
    note: (line) => noted.push(line),
    progress: () => {},
    openStorage,
    uiFolder: '/nowhere',
    untilStopped: async () => {},
    kill: () => {},
    ...over,
  })
  return { code, printed, noted }
}
