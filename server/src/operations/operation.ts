import type { Endpoint } from '@heddle/contract/endpoint'
import type { Query } from '@heddle/contract/query'
import type { JsonObject } from '@heddle/contract/schema'
import type { Static, TSchema } from 'typebox'
import type { Access, Caller } from '../domain/accounts/access.ts'
import { ServiceError } from '../errors.ts'
import type { JsonBytes } from '../json/bytes.ts'
import type { JsonNumber } from '../json/number.ts'
import type { JsonText } from '../json/text.ts'
import type { Storage } from '../storage/port.ts'
import type { Micros } from '../time.ts'
import type { KeyedQueue } from './keyed-queue.ts'
import type { ProjectSettingsCache } from './project-settings.ts'
import type { PublishedOps } from './published-ops.ts'
import type { ReadBudget } from './read-budget.ts'
import type { ReplyBudget } from './reply-budget.ts'
import type { ServerLife } from './server-life.ts'
import type { ServiceMetrics } from './service/service-metrics.ts'
import type { SqlEngine } from './sql/engine.ts'

/** What all operations share. */
export interface Services {
  readonly storage: Storage
  readonly now: () => Micros
  readonly newId: () => string
  readonly server: ServerLife
  readonly settings: ProjectSettingsCache
  readonly publishedOps: PublishedOps
  /**
   * For writes that depend on what was read before, of this thread: calls that are made of spans and trials, which must not overwrite
   * a newer version, by `callKey`; annotation queues and their items, by `queueKey`; and objects, whose name gets its class, by `objectKey`.
   */
  readonly writesInTurn: KeyedQueue
  /** Undefined in the ingest thread, whose requests the main thread measures. */
  readonly metrics: ServiceMetrics | undefined
  /** Runs SQL; undefined if this application does not. */
  readonly sql: SqlEngine | undefined
  /** The provider that browsers can sign in with; null for none. */
  readonly singleSignOnName: string | null
  /** Streams acquire the bytes of the rows they hold from it. */
  readonly reads: ReadBudget
}

/** What an operation may use: shared services, and its request. */
export interface Context extends Services {
  readonly caller: Caller
  readonly browser: Browser
  /** Collects the rows of a reply that is one JSON document. */
  readonly reply: ReplyBudget
  /** Aborted when the client disconnects, and for an event stream also when the service stops. */
  readonly signal: AbortSignal
  /**
   * Whether the caller may still make this request. Long-lived streams check it before they send more: keys, sessions and
   * memberships can be revoked meanwhile.
   */
  readonly isStillAllowed: () => Promise<boolean>
  /** The `Last-Event-ID` of a client that reconnects to an event stream. */
  readonly lastEventId: string | undefined
  readonly log: { readonly warn: (details: object, message: string) => void }
}

/** The context of an `offloadingOperation`. */
export interface OffloadingContext extends Context {
  /**
   * Announces work that would block the event loop. On the main thread it throws, and the thread for large requests handles
   * the request from its beginning: call it before anything is written. Reads of that thread have no timeout, so this is
   * not for searches.
   */
  readonly offload: () => void
}

/** The session of a browser, and how it is opened and closed. */
export interface Browser {
  /** Undefined if the browser sent no session cookie. */
  readonly sessionId: string | undefined
  /**
   * Returns the caller that a key or a one-time token belongs to. Rejects wrong ones, throttles repeated attempts, and rejects
   * cross-site requests.
   */
  prove(secret: Secret): Promise<Proven>
  keep(sessionId: string): void
  forget(): void
}

export type Secret = { readonly key: string } | { readonly token: string }

export interface Proven {
  readonly caller: Caller
  /** Null for a one-time token. */
  readonly key_id: string | null
}

/** A request as the server reads it: null counts as absent, and payloads stay JSON text. */
export type Received<T> = unknown extends T
  ? JsonText
  : T extends Query
    ? JsonText
    : T extends Uint8Array
      ? T
      : T extends readonly (infer Item)[]
        ? Received<Item>[]
        : T extends object
          ? { [Key in keyof T]: Received<Exclude<T[Key], null>> }
          : T

/**
 * A reply as an operation returns it: payloads may be JSON text, records JSON as bytes, numbers what was sent, and lists
 * generators, whose items are taken over many turns of the event loop.
 */
export type Replied<T> = unknown extends T
  ? unknown
  : T extends JsonObject
    ? JsonObject extends T
      ? JsonText | JsonObject
      : JsonBytes | { [Key in keyof T]: Replied<T[Key]> } | RepliedMap<T>
    : T extends readonly (infer Item)[]
      ? readonly Replied<Item>[] | Generator<Replied<Item>, void>
      : T extends object
        ? JsonBytes | { [Key in keyof T]: Replied<T[Key]> }
        : T extends number
          ? T | JsonNumber
          : T

/** An object with any keys may be a map. */
type RepliedMap<T> =
  T extends Record<string, infer Value>
    ? string extends keyof T
      ? ReadonlyMap<string, Replied<Value>>
      : never
    : never

/** The access that the caller needs in every project that `projects` returns. */
interface ProjectGate<Request> {
  readonly access: Access
  /** Every project the request touches. There is no default, so that no operation can forget it. */
  readonly projects: (request: Request) => readonly string[]
}

/** No credentials needed. Takes effect only if `http/access/public-routes.ts` also lists the path. */
interface PublicGate {
  readonly access: 'public'
}

/** Any valid key: the operation itself limits its response to what the caller may see. */
interface KeyGate {
  readonly access: 'key'
}

/** For server admins and, if the request concerns an entity, admins of that entity. */
interface AdminGate<Request> {
  readonly access: 'admin'
  readonly entity?: (request: Request) => string | undefined
}

type Gate<Request> = ProjectGate<Request> | AdminGate<Request> | KeyGate | PublicGate

export interface Operation<
  Request extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  RunContext = Context,
> {
  readonly endpoint: Endpoint<Request, Reply>
  readonly gate: Gate<Received<Static<Request>>>
  readonly run: (
    request: Received<Static<Request>>,
    context: RunContext,
  ) => Promise<Replied<Static<Reply>> | AsyncIterable<Replied<Static<Reply>>> | Uint8Array>
}

/** An operation of any endpoint. `run` must only be given a request that was read by that endpoint's reader. */
export interface AnyOperation {
  readonly endpoint: Endpoint
  readonly gate: Gate<never>
  readonly run: (request: never, context: OffloadingContext) => Promise<unknown>
  /** Whether it may call `offload`, whatever the size of its request. */
  readonly offloads?: true
}

/** Binds an endpoint of the contract to its implementation. The endpoint is its only name. */
export function operation<Request extends TSchema, Reply extends TSchema>(
  endpoint: Endpoint<Request, Reply>,
  gate: Gate<Received<Static<Request>>>,
  run: Operation<Request, Reply>['run'],
): Operation<Request, Reply> {
  return { endpoint, gate, run }
}

/** An operation that may call `offload`. */
export function offloadingOperation<Request extends TSchema, Reply extends TSchema>(
  endpoint: Endpoint<Request, Reply>,
  gate: Gate<Received<Static<Request>>>,
  run: Operation<Request, Reply, OffloadingContext>['run'],
) {
  return { endpoint, gate, run, offloads: true } as const
}

/** For requests that name their project in `project_id`. */
export const inProject = (access: Access) => ({
  access,
  projects: (request: { readonly project_id: string }) => [request.project_id],
})

/** For requests that concern only the caller. */
export const forKeyHolders: KeyGate = { access: 'key' }

/** For requests that concern the whole server. */
export const forAdmins: AdminGate<unknown> = { access: 'admin' }

/** For requests that concern one entity. */
export const forAdminsOfEntity: AdminGate<{ readonly entity: string }> = {
  access: 'admin',
  entity: (request) => request.entity,
}

/** For public information, such as the service's health. */
export const forAnyone: PublicGate = { access: 'public' }

interface PathProject {
  readonly entity: string
  readonly project: string
}

export const projectOfPath = ({ entity, project }: PathProject): string => `${entity}/${project}`

/** For requests that name their project in the path. */
export const inProjectOfPath = (access: Access) => ({
  access,
  projects: (request: PathProject) => [projectOfPath(request)],
})

/** The gate checks the project of the path, so a record of another project would bypass it. */
export function checkPathProject(path: PathProject, projectId: string): void {
  if (projectId === projectOfPath(path)) return
  throw new ServiceError(
    'invalid_request',
    `project_id ${projectId} is not the project of the path, ${projectOfPath(path)}`,
  )
}
