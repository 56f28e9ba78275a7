import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { mlflow } from '../../bench/rivals/mlflow.ts'
import { phoenix } from '../../bench/rivals/phoenix.ts'

/** A server to import from, on loopback. */
export interface SourceServer {
  readonly url: string
  close(): Promise<void>
}

interface Exchange {
  /** Method, path and body. */
  readonly request: string
  readonly status: number
  /** The text of the response, or JSON. */
  readonly response: unknown
}

interface Recording {
  /** Where the responses come from. */
  readonly source: string
  readonly exchanges: readonly Exchange[]
}

const CACHE = join(homedir(), '.cache/heddle-bench')
const SERVICES = { phoenix, mlflow }

type Service = keyof typeof SERVICES

/**
 * A server that replays a recording. With HEDDLE_TEST_IMPORT=record it is a real one, from PyPI, and the recording is
 * rewritten.
 */
export const openService = (name: Service): Promise<SourceServer> =>
  process.env.HEDDLE_TEST_IMPORT === 'record' ? recordService(name) : replay(name)

export const replay = (name: string): Promise<SourceServer> => serve(exchangesOf(name))

export function exchangesOf(name: string): readonly Exchange[] {
  const { exchanges }: Recording = JSON.parse(readFileSync(fileOf(name), 'utf8'))
  return exchanges
}

/** A server that replays exchanges, and responds with 404 to everything else. */
export function serve(exchanges: readonly Exchange[]): Promise<SourceServer> {
  const known = new Map(exchanges.map((exchange) => [exchange.request, exchange]))
  return listening(
    createServer(async (request, response) => {
      const found = known.get(await keyOf(request))
      response.writeHead(found?.status ?? 404, { 'content-type': 'application/json' })
      const reply = found?.response ?? { detail: 'Not Found' }
      response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
    }),
  )
}

const fileOf = (name: string): string => fileURLToPath(new URL(`recordings/${name}.json`, import.meta.url))

async function keyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return `${request.method} ${request.url} ${Buffer.concat(parts)}`.trimEnd()
}

async function listening(server: Server): Promise<SourceServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts the real service, fills it, and records its responses. */
async function recordService(name: Service): Promise<SourceServer> {
  const contender = SERVICES[name](CACHE)
  await contender.install()
  const folder = mkdtempSync(join(tmpdir(), `heddle-import-${name}-`))
  const running = await contender.start(folder)
  const script = fileURLToPath(new URL(`record/fill-${name}.py`, import.meta.url))
  const environment = join(CACHE, `${name}-${contender.version}`)
  await promisify(execFile)(join(environment, 'bin/python'), [script, running.server.url], {
    env: { ...process.env, MLFLOW_DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: 'true' },
  })
  const exchanges = new Map<string, Exchange>()
  const proxy = await listening(
    createServer(async (request, response) => {
      const key = await keyOf(request)
      const body = key.slice(`${request.method} ${request.url} `.length)
      const reply = await fetch(`${running.server.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body !== '' && { body }),
      })
      const text = await reply.text()
      exchanges.set(key, { request: key, status: reply.status, response: text })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
    }),
  )
  return {
    url: proxy.url,
    async close() {
      await proxy.close()
      await running.server.kill()
      rmSync(folder, { recursive: true, force: true })
      const source = `${contender.name} ${contender.version} from PyPI, filled by record/fill-${name}.py`
      writeFileSync(fileOf(name), recordingText(source, [...exchanges.values()], [environment, folder]))
    },
  }
}

/** Responses are kept as text, with every digit of their numbers. Paths of the recording machine become `/app`. */
function recordingText(source: string, exchanges: readonly Exchange[], folders: readonly string[]): string {
  const scripts = fileURLToPath(new URL('record', import.meta.url))
  const text = JSON.stringify({ source, exchanges }, null, 2)
  return `${[...folders, scripts].reduce((all, folder) => all.replaceAll(folder, '/app'), text)}\n`
}
