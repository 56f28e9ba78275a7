import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, type Client, createClient, refusal } from '@heddle/contract/client'
import { queryProjects } from '@heddle/contract/projects'
import { readHealth } from '@heddle/contract/service'
import type { FastifyInstance } from 'fastify'
import { asError } from '../../errors.ts'
import { fetchFrom } from '../../http/inject-fetch.ts'
import { lockFolder, runningUrl } from '../../service/folder-lock.ts'
import { isEmbedded } from '../../service/open-storage.ts'
import { CommandLineError, NotReachable, UsageError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'

/** A server that a command talks to. */
export interface Connection {
  readonly client: Client
  /** Sends a body as it is and returns the parsed response. Rejects with an `ApiError` for an error response. */
  readonly post: (path: string, body: string, headers: Record<string, string>) => Promise<unknown>
  /** Base URL for links to pages; undefined if there is no server with pages. */
  readonly url: string | undefined
}

/**
 * Connects to the server that `--url` or HEDDLE_URL names, else to the one that runs on the data folder. If none
 * does, opens the folder and answers requests in this process.
 */
export async function withConnection<Result>(
  invocation: Invocation,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const url = namedUrl(invocation)
  const server =
    url === undefined ? await runningServer(invocation) : connectionTo(url, keyOf(invocation, url))
  try {
    return server ? await work(server) : await withFolder(invocation, work)
  } catch (error) {
    throw explained(error, server?.url)
  }
}

/** The project to read: `--project`, HEDDLE_PROJECT, or the only one there is. */
export async function projectOf(invocation: Invocation, { client }: Connection): Promise<string> {
  const named = invocation.text('project') ?? invocation.context.environment.HEDDLE_PROJECT
  if (named) {
    if (/^[^/]+\/[^/]+$/.test(named)) return named
    throw new CommandLineError(`A project must be given as entity/project, not ${JSON.stringify(named)}`)
  }
  const { projects } = await client.call(queryProjects, {})
  const [only] = projects
  if (only && projects.length === 1) return only.project_id
  const names = projects.slice(0, 10).map(({ project_id }) => project_id)
  throw new CommandLineError(
    names.length === 0 ? 'There is no project yet' : `Choose a project with --project: ${names.join(', ')}`,
  )
}

/** The JSON text that a value of a response was parsed from. */
const sources = new WeakMap<object, string>()

/** JSON of a record, with all digits of its numbers if it is a response or a line of one. */
export const jsonOf = (record: object): string => sources.get(record) ?? JSON.stringify(record)

function parse(text: string): ReturnType<typeof JSON.parse> {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null) sources.set(value, text)
  return value
}

/** The server that `--url` or HEDDLE_URL names. Any other place on the command line takes precedence over the environment. */
export function namedUrl(invocation: Invocation): string | undefined {
  const fromFlag = invocation.text('url')
  const isElsewhere = ['data', 'storage', 'host', 'port'].some((flag) => invocation.text(flag))
  const fromEnvironment = isElsewhere ? undefined : invocation.context.environment.HEDDLE_URL
  const url = fromFlag ?? (fromEnvironment || undefined)
  if (url === undefined || /^https?:\/\/[^/]/.test(url)) return url?.replace(/\/$/, '')
  throw new CommandLineError(`The URL of a server must start with http:// or https://, not ${url}`)
}

function connectionTo(url: string | undefined, apiKey: string, send: typeof fetch = fetch): Connection {
  return {
    url,
    client: createClient({ baseUrl: url ?? '', apiKey, parse, fetch: send }),
    async post(path, body, headers) {
      const sent = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}`, ...headers }
      const response = await send(`${url ?? ''}${path}`, { method: 'POST', headers: sent, body })
      if (!response.ok) throw await refusal(response)
      return response.json()
    },
  }
}

/** The key of the data folder is never sent to a server that is named by URL. */
export function keyOf({ config }: Invocation, url: string): string {
  if (config.apiKey === '') throw new CommandLineError(`Set HEDDLE_API_KEY to a key of ${url}`)
  return config.apiKey
}

/** The server that runs on the data folder; undefined if none answers. */
async function runningServer(invocation: Invocation): Promise<Connection | undefined> {
  const url = isEmbedded(invocation.config) ? runningUrl(invocation.config.data) : undefined
  if (url === undefined) return undefined
  const connection = connectionTo(url, folderKey(invocation))
  const isRunning = await connection.client.call(readHealth, {}).then(
    () => true,
    () => false,
  )
  return isRunning ? connection : undefined
}

export function folderKey({ config }: Invocation): string {
  if (config.apiKey !== '') return config.apiKey
  const file = join(config.data, 'admin-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new UsageError(`No API key in ${file}: set HEDDLE_API_KEY`)
}

async function withFolder<Result>(
  invocation: Invocation,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { config } = invocation
  if (isEmbedded(config) && !existsSync(config.data)) {
    throw new NotReachable(
      `No server and no data in ${config.data}: set HEDDLE_URL and HEDDLE_API_KEY, or --data`,
    )
  }
  const apiKey = folderKey(invocation)
  const unlock = isEmbedded(config) ? lockFolder(config.data, 'shared') : () => {}
  try {
    return await withApp(invocation, (app) => work(connectionTo(undefined, apiKey, fetchFrom(app))))
  } finally {
    unlock()
  }
}

async function withApp<Result>(
  { config, context }: Invocation,
  work: (app: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const [{ composeApp, openLog }, { SignInTokens }, { ServiceMetrics }, { monotonicMicros }] =
    await Promise.all([
      import('../../service/compose.ts'),
      import('../../http/access/sign-in-tokens.ts'),
      import('../../operations/service/service-metrics.ts'),
      import('../../clock.ts'),
    ])
  const storage = await context.openStorage(config)
  try {
    const app = await composeApp(config, {
      storage,
      log: openLog({ ...config, logLevel: 'error' }),
      signInTokens: new SignInTokens(monotonicMicros),
      metrics: new ServiceMetrics(),
    })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  } finally {
    await storage.close()
  }
}

/** Turns what a server answered, or that none did, into an error that says so in a sentence. */
export function explained(error: unknown, url: string | undefined): unknown {
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 403) return new NotReachable(error.reason, { cause: error })
    return new UsageError(error.reason, { cause: error })
  }
  // `fetch` rejects with a TypeError for every network error, and so does reading a response.
  const isLost = error instanceof TypeError && (error.message === 'fetch failed' || error.message === CUT_OFF)
  return isLost ? connectionError(error, url ?? 'its address') : error
}

/** The message of the error for a connection that is lost while a response is read. */
const CUT_OFF = 'terminated'

export function connectionError(error: unknown, url: string): NotReachable {
  const { message, cause } = asError(error)
  const what = message === CUT_OFF ? `The connection to ${url} was lost` : `No server answers at ${url}`
  const reason = cause instanceof Error && cause.message ? `: ${cause.message}` : ''
  return new NotReachable(what + reason, { cause: error })
}
