import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

export interface ClientProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The program runs here; SDKs leave logs in their working directory. */
  readonly folder: string
  /** Actions during the pauses of the program, by the name of the pause. */
  readonly pauses?: Readonly<Record<string, () => Promise<void>>>
}

/** The results of a program's scenarios, each of which may have failed on its own. */
export interface ClientRun {
  /** What the scenario read through the SDK. Fails the test if the scenario failed. */
  resultOf(scenario: string): unknown
  /** The whole output of the program, including that of the SDK. */
  readonly output: string
}

const RUN_MS_MAX = 240_000

/**
 * Runs a program that is written against an SDK in a process of its own, as its users do: an SDK
 * has global state, and may end the process it is in.
 */
export async function runClient(program: ClientProgram): Promise<ClientRun> {
  const { command, args, folder, environment } = program
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: RUN_MS_MAX,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const told: Told[] = []
  const exit = once(child, 'exit')
  for await (const line of linesOf(child)) {
    output += `${line}\n`
    if (!line.startsWith(MARK)) continue
    const message: Told = JSON.parse(line.slice(MARK.length))
    if (message.pause === undefined) told.push(message)
    else await rideOut(message.pause, program, child)
  }
  const [code, signal] = await exit
  return {
    output,
    resultOf(scenario) {
      const found = told.find((message) => message.scenario === scenario)
      const ended = `the program ended with ${code ?? signal}`
      if (!found) throw new Error(`nothing was told of "${scenario}"; ${ended}\n${output.slice(-4000)}`)
      if (found.error !== undefined) throw new Error(`${found.error}\n${output.slice(-4000)}`)
      return found.result
    },
  }
}

/** Prefix of the program's own lines; all others are from the SDK. */
const MARK = '@heddle '

interface Told {
  readonly pause?: string
  readonly scenario?: string
  readonly result?: unknown
  readonly error?: string
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

async function rideOut(pause: string, { pauses }: ClientProgram, child: Child): Promise<void> {
  await pauses?.[pause]?.()
  child.stdin.write('on\n')
}

async function* linesOf(child: Child): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of child.stdout) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
