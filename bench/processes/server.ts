import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { isRunning, outputOf } from '../../tests/server/child-process.ts'

/** A server in a session of its own, on the loopback interface. */
export interface Server {
  readonly pid: number
  readonly url: string
  /** From the start of the process to the first answer. */
  readonly startSeconds: number
  /** Kills it with all processes it started, like a power failure. */
  kill(): Promise<void>
  /** Asks it to stop and waits; kills it after a minute. */
  stop(): Promise<void>
}

interface LaunchOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Its working directory. */
  readonly folder: string
  readonly port: number
  /** A path that answers 200 when the server is ready. */
  readonly probe: string
}

const PROBE_EVERY_MS = 10
const START_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 60_000
const OUTPUT_CHARS_MAX = 4_000

/** Requests to other hosts fail at once, instead of leaving the machine or waiting for a timeout. */
const LOOPBACK_ONLY = {
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  no_proxy: '127.0.0.1,localhost',
  NO_PROXY: '127.0.0.1,localhost',
}

/** Starts a server and waits until it answers. It is killed when this process exits. */
export async function launch({ command, args, env, folder, port, probe }: LaunchOptions): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(command, [...args], {
    cwd: folder,
    env: { ...process.env, ...LOOPBACK_ONLY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = outputOf(child, OUTPUT_CHARS_MAX)
  const killAtExit = () => signalSession(child, 'SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  const url = `http://127.0.0.1:${port}`
  await answering(child, `${url}${probe}`, output)
  return {
    pid: child.pid ?? 0,
    url,
    startSeconds: (performance.now() - startedAt) / 1000,
    kill: () => ended(child, () => signalSession(child, 'SIGKILL')),
    async stop() {
      const timer = setTimeout(killAtExit, STOP_TIMEOUT_MS)
      await ended(child, () => child.kill('SIGTERM'))
      clearTimeout(timer)
      // Helper processes that outlive the server would keep its files open.
      killAtExit()
    },
  }
}

async function answering(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline && isRunning(child)) {
    const isReady = await fetch(url).then(
      (response) => response.arrayBuffer().then(() => response.ok),
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  signalSession(child, 'SIGKILL')
  throw new Error(`${child.spawnfile} does not answer:\n${output()}`)
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (!isRunning(child)) return
  const exit = once(child, 'exit')
  end()
  await exit
}

/** The child leads its process group, which its workers share. */
function signalSession({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // All of them have exited.
  }
}
