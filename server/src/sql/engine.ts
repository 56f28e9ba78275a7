import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../errors.ts'
import type { SqlEngine, SqlQuery, SqlResult } from '../operations/sql/engine.ts'
import { type Answer, type Command, RESULT_TOO_LARGE } from './protocol.ts'

const PROCESSES_MAX = 2
const TIMEOUT_MS = 30_000
const HEAP_MIB = 256

/** Runs each query in a process of its own, which can exceed its memory or time limit without harm to the server. */
export function createSqlEngine(timeoutMs = TIMEOUT_MS): SqlEngine {
  let running = 0
  return {
    async run(query, signal) {
      if (running >= PROCESSES_MAX)
        throw new ServiceError('overloaded', 'Other SQL is running: try again in a moment', {
          retry_after_seconds: 5,
        })
      running++
      try {
        return await ask(query, timeoutMs, signal)
      } finally {
        running--
      }
    },
  }
}

async function ask(query: SqlQuery, timeoutMs: number, abandoned: AbortSignal): Promise<SqlResult> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, processFile()], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    cwd: '/',
  })
  const stop = new AbortController()
  stop.signal.addEventListener('abort', () => child.kill('SIGKILL'))
  const abort = () => stop.abort()
  abandoned.addEventListener('abort', abort)
  // Not `AbortSignal.any` with `timeout`: what it returns may be garbage-collected before the time is up.
  const timer = setTimeout(abort, timeoutMs)
  // The process may end while rows are written to it; its answer says why.
  child.stdin.on('error', () => {})
  try {
    const answered = readAnswer(child)
    await Promise.race([feed(child.stdin, query, stop.signal), answered])
    const answer = await answered
    if (answer && 'columns' in answer) return answer
    throw answer ? refusal(answer.error) : outOfMemory()
  } catch (error) {
    if (abandoned.aborted) throw new ServiceError('abandoned', 'the client has disconnected')
    if (stop.signal.aborted)
      throw new ServiceError('timeout', 'The query took too long: narrow it with since and until')
    throw error
  } finally {
    clearTimeout(timer)
    abandoned.removeEventListener('abort', abort)
    abort()
  }
}

/** The worker is next to the bundle; when run from source, as in tests, it is taken from the build. */
function processFile(): string {
  const here = new URL(import.meta.url)
  const fromSource = here.pathname.endsWith('.ts')
  return fileURLToPath(new URL(fromSource ? '../../dist/sql-process.js' : './sql-process.js', here))
}

async function feed(input: Writable, { tables, views, sql, limit }: SqlQuery, signal: AbortSignal) {
  const write = async (line: Command | readonly unknown[]) => {
    if (!input.write(`${JSON.stringify(line)}\n`) && input.writable) await drained(input, signal)
  }
  for (const { name, columns, rows } of tables) {
    await write({ create: `create table ${name} (${columns.join(', ')})` })
    await write({ into: name, columns: columns.length })
    for await (const row of rows) {
      if (signal.aborted || !input.writable) return
      await write(row)
    }
  }
  for (const view of views) await write({ create: view })
  await write({ sql, limit })
  input.end()
}

/** Resolves when more may be written, and when the process has ended, whose answer says why. */
async function drained(input: Writable, signal: AbortSignal): Promise<void> {
  try {
    await once(input, 'drain', { signal })
  } catch (error) {
    if (!input.errored) throw error
  }
}

/** Undefined if the process ends without an answer. */
async function readAnswer(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Answer | undefined> {
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const text = Buffer.concat(chunks).toString()
  return text.endsWith('\n') ? JSON.parse(text) : undefined
}

const outOfMemory = () =>
  new ServiceError('too_large', 'The query needs too much memory: narrow it with since and until')

function refusal(message: string): ServiceError {
  if (message === RESULT_TOO_LARGE) return new ServiceError('too_large', message)
  if (/out of memory|too big/.test(message)) return outOfMemory()
  return new ServiceError('invalid_request', `SQL: ${message}`)
}
