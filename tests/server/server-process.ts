import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { isRunning, outputOf } from './child-process.ts'
import { BUNDLE } from './command.ts'

/** The built service in a process of its own, as users run it. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Its output on standard error; empty if that goes to a file descriptor. */
  stderr(): string
  /** Its output until it printed its URL. */
  readonly greeting: string
  /** The end of its output. */
  output(): string
  /** How it ended, as an exit code or a signal; undefined while it runs. */
  exit(): string | undefined
  /** Kills it, like a crash. */
  kill(): Promise<void>
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
}

interface ServerOptions {
  readonly data: string
  readonly apiKey: string
  /** A fixed port, for a server that is restarted at the same address. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** A file descriptor for its standard error, instead of `ServerProcess.stderr`. */
  readonly stderr?: number
  /** A command that runs the server, such as `nice`; it has to keep its process id. */
  readonly prefix?: readonly string[]
  /** Another build than this checkout's, by its `heddle.js`. */
  readonly bundle?: string
}

const OUTPUT_CHARS_MAX = 100_000

/**
 * Starts the service and waits until it prints its URL. With HEDDLE_TEST_STORAGE=clickhouse it uses a ClickHouse database that
 * belongs to the folder, so that a restart finds its data.
 */
export async function startServer({
  data,
  apiKey,
  port = 0,
  environment,
  stderr,
  prefix = [],
  bundle = BUNDLE,
}: ServerOptions): Promise<ServerProcess> {
  const [command = '', ...args] = [
    ...prefix,
    process.execPath,
    ...[bundle, 'serve', '--port', String(port), '--data', data],
  ]
  const child = spawn(command, args, {
    env: { ...process.env, ...(await storageOf(data)), HEDDLE_API_KEY: apiKey, ...environment },
    stdio: ['ignore', 'pipe', stderr ?? 'pipe'],
  })
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk
  })
  const output = outputOf(child, OUTPUT_CHARS_MAX)
  return {
    ...(await greetingOf(child)),
    pid: child.pid ?? 0,
    stderr: () => errorOutput,
    output,
    exit: () => (isRunning(child) ? undefined : String(child.signalCode ?? child.exitCode)),
    kill: () => end(child, 'SIGKILL').then(() => {}),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function storageOf(data: string): Promise<{ readonly HEDDLE_STORAGE?: string }> {
  if (process.env.HEDDLE_TEST_STORAGE !== 'clickhouse') return {}
  // Benchmarks start servers without vitest, which this needs.
  const { clickhouseForTests } = await import('../../server/src/testing/clickhouse.ts')
  const [node] = (await clickhouseForTests())?.urls ?? []
  if (node === undefined) throw new Error('HEDDLE_TEST_STORAGE asks for ClickHouse, and there is none')
  const digest = createHash('sha256').update(data).digest('hex')
  return { HEDDLE_STORAGE: `${node}/heddle_test_${digest.slice(0, 24)}` }
}

const GREETING = /listens at (https?:\/\/[^\s,]+), .*\n/
/** Of builds that the benchmarks compare this one with. */
const EARLIER_GREETING = /URL\s+(https?:\/\/\S+).*export WEAVE_SERVER_CACHE_DIR/s

function greetingOf(child: ChildProcess): Promise<Pick<ServerProcess, 'url' | 'greeting'>> {
  let greeting = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      greeting += chunk
      const [, url] = GREETING.exec(greeting) ?? EARLIER_GREETING.exec(greeting) ?? []
      if (url) resolve({ url, greeting })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`the server ended before it listened:\n${greeting}`)))
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!isRunning(child)) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
  return child.exitCode
}
