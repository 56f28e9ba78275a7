import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import type { Static, TSchema } from 'typebox'
import * as Value from 'typebox/value'
import { onTestFinished } from 'vitest'
import { nowMicros } from '../clock.ts'
import { type ApiKey, hashSecret, newApiKey, type Role, type User } from '../domain/accounts/account.ts'
import { SignInTokens } from '../http/access/sign-in-tokens.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { createIdSource } from '../id.ts'
import { allOperations } from '../operations/all.ts'
import { ServiceMetrics } from '../operations/service/service-metrics.ts'
import { createSqlEngine } from '../sql/engine.ts'
import { openClickHouseStorage } from '../storage/clickhouse/storage.ts'
import type { Storage } from '../storage/port.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from './clickhouse.ts'
import { encodeRequest } from './encode-request.ts'

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** JSON parsed, JSON lines as an array, raw bytes as a Buffer, anything else as text. */
  readonly body: unknown
  /** The body as it was sent. */
  readonly text: string
}

interface RequestOptions {
  /** The key to send: the admin's by default, none if null. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

interface RawRequest extends RequestOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS'
  readonly url: string
  /** Sent as it is, and without a Content-Type unless `headers` has one. */
  readonly body?: string | Buffer
}

interface NewUser {
  readonly entity?: string
  readonly role?: Role
  readonly server_admin?: boolean
  /** Limits of the key; by default it has the access of its user. */
  readonly key?: Partial<Pick<ApiKey, 'scope' | 'project_id' | 'expires_at'>>
}

export interface Service {
  readonly storage: Storage
  /** The key of a server admin. */
  readonly adminKey: string
  readonly admin: User
  readonly signInTokens: SignInTokens
  request(request: RawRequest): Promise<Reply>
  get(url: string, options?: RequestOptions): Promise<Reply>
  post(url: string, body: unknown, options?: RequestOptions): Promise<Reply>
  put(url: string, body: unknown, options?: RequestOptions): Promise<Reply>
  /** Sends a request of the contract and validates the response against it. Throws for an error response. */
  call<Request extends TSchema, Answer extends TSchema>(
    endpoint: Endpoint<Request, Answer, 'json'>,
    request: Static<Request>,
    options?: RequestOptions,
  ): Promise<Static<Answer>>
  createUser(user?: NewUser): Promise<{ readonly user: User; readonly key: string }>
  /** Listens on a free port and returns its URL, for tests that need a socket. */
  listen(): Promise<string>
  close(): Promise<void>
}

type ServiceOptions = Partial<Omit<AppOptions, 'storage'>>

/**
 * The whole service on SQLite in a folder of its own, without a port, removed after the test. On ClickHouse instead if
 * HEDDLE_TEST_STORAGE says so.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const service = await openService(options)
  onTestFinished(() => service.close())
  return service
}

/** The same for several tests. The caller closes it. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const metrics = new ServiceMetrics()
  const { storage, remove } = await openTestStorage(metrics)
  const { now = nowMicros } = options
  const signInTokens = new SignInTokens(now)
  const app = await createApp({
    ...DEFAULTS,
    newId: createIdSource(),
    signInTokens,
    metrics,
    ...options,
    now,
    storage,
  })
  const admin = await putUser(storage, { server_admin: true })
  let listening: Promise<string> | undefined

  const request = (raw: RawRequest) => inject(app, { key: admin.key, ...raw })
  const send =
    (method: 'POST' | 'PUT') =>
    (url: string, body: unknown, options: RequestOptions = {}) => {
      const headers = { 'content-type': 'application/json', ...options.headers }
      return request({ ...options, method, url, body: JSON.stringify(body), headers })
    }

  return {
    storage,
    adminKey: admin.key,
    admin: admin.user,
    signInTokens,
    request,
    get: (url, options) => request({ ...options, method: 'GET', url }),
    post: send('POST'),
    put: send('PUT'),
    async call(endpoint, value, options = {}) {
      const reply = await request({ ...options, ...(await encodeRequest(endpoint, value)) })
      if (reply.status !== 200)
        throw new Error(`${endpoint.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
      Value.Assert(endpoint.reply, reply.body)
      return reply.body
    },
    createUser: (user = {}) => putUser(storage, user),
    listen() {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 })
      return listening
    },
    async close() {
      await app.close()
      await storage.close()
      await remove()
    },
  }
}

/** An empty storage, and a function that removes it once it is closed. */
async function openTestStorage(observer: ServiceMetrics) {
  if (process.env.HEDDLE_TEST_STORAGE === 'clickhouse') {
    const server = await clickhouseForTests()
    if (!server?.urls[0]) throw new Error('HEDDLE_TEST_STORAGE asks for ClickHouse, and there is none')
    const url = newDatabaseUrl(server.urls[0])
    return { storage: await openClickHouseStorage({ url, observer }), remove: () => dropDatabase(url) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { storage: await openSqliteStorage({ folder, observer }), remove }
}

const DEFAULTS = {
  operations: allOperations,
  sql: createSqlEngine(),
  log: pino({ level: 'silent' }),
  bodyBytesMax: 64 * 1024 ** 2,
  fileBytesMax: 64 * 1024 ** 2,
  bytesInFlightMax: 192 * 1024 ** 2,
  slowAfterMs: 60_000,
  stallTimeoutMs: 60_000,
  stopGraceMs: 10_000,
  trustedProxies: [],
  replyBytesMax: 64 * 1024 ** 2,
}

async function inject(
  app: FastifyInstance,
  { method, url, body, key = null, headers }: RawRequest,
): Promise<Reply> {
  const response = await app.inject({
    method,
    url,
    headers: { ...(key === null ? {} : { authorization: basicAuth(key) }), ...headers },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: bodyOf(response),
    text: response.body,
  }
}

export function basicAuth(key: string): string {
  return `Basic ${Buffer.from(`api:${key}`).toString('base64')}`
}

function bodyOf(response: LightMyRequestResponse): unknown {
  const type = String(response.headers['content-type'] ?? '')
  if (type.startsWith('application/jsonl')) return linesOf(response.body)
  if (type.startsWith('application/json')) return response.body === '' ? '' : JSON.parse(response.body)
  return type.startsWith('application/octet-stream') ? response.rawPayload : response.body
}

function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function putUser(
  { accounts }: Storage,
  { entity, role = 'editor', server_admin = false, key: over }: NewUser,
) {
  const newId = createIdSource()
  const id = newId()
  const key = newApiKey()
  const user = { id, name: `user-${id}`, server_admin, created_at: nowMicros() }
  await accounts.putUser(user)
  if (entity !== undefined) await accounts.putMembership({ user_id: id, entity, role })
  await accounts.putKey({
    id: newId(),
    user_id: id,
    name: 'test',
    hash: hashSecret(key),
    scope: 'all',
    project_id: null,
    created_at: nowMicros(),
    expires_at: null,
    ...over,
  })
  return { user, key }
}
