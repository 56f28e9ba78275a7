import type { Endpoint } from '@heddle/contract/endpoint'
import type { Query } from '@heddle/contract/query'
import type { JsonObject } from '@heddle/contract/schema'
import type { Static, TSchema } from 'typebox'
import type { Access, Caller } from '../domain/accounts/access.ts'
import { ServiceError } from '../errors.ts'
import type { JsonText } from '../json/text.ts'
import type { Storage } from '../storage/port.ts'
import type { Micros } from '../time.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { ReplyBudget } from './reply-budget.ts'
import type { RetentionCache } from './retention-cache.ts'
import type { ServerLife } from './server-life.ts'
import type { ServiceMetrics } from './service/service-metrics.ts'

/** What an operation may use: the store, the clock, and who is asking. */
export interface Context {
  readonly storage: Storage
  readonly caller: Caller
  readonly now: () => Micros
  readonly newId: () => string
  readonly browser: Browser
  readonly server: ServerLife
  readonly retention: RetentionCache
  /** Undefined in the ingest thread, whose requests the main thread measures. */
  readonly metrics: ServiceMetrics | undefined
  /** What streams acquire for the rows that they hold. */
  readonly reads: ByteBudget
  /** What a reply in one JSON document gathers its rows with. */
  readonly reply: ReplyBudget
  /** Aborted when the one who asked has left, and for a stream of events also when the service stops. */
  readonly signal: AbortSignal
  /**
   * Whether the caller may still make this request. What streams for long asks again before it sends more:
   * keys, sessions and memberships end meanwhile.
   */
  readonly isStillAllowed: () => Promise<boolean>
  /** The cursor of the last event that a reconnecting client of an event stream has received. */
  readonly lastEventId: string | undefined
  readonly log: { readonly warn: (details: object, message: string) => void }
}

/** What a browser keeps of being signed in, and how that changes. */
export interface Browser {
  /** The id of its session; undefined where it sent none. */
  readonly sessionId: string | undefined
  /**
   * Who a key or a one-time token stands for. Refuses what is wrong, slows down those who guess, and
   * takes nothing from pages of other sites.
   */
  prove(secret: Secret): Promise<Proven>
  keep(sessionId: string): void
  forget(): void
}

export type Secret = { readonly key: string } | { readonly token: string }

export interface Proven {
  readonly caller: Caller
  /** Of the key, where it was one. */
  readonly key_id: string | null
}

/** A request as the server sees it: null is absent, and payloads are the text they came in. */
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

/** A reply as the server makes it: wherever the wire has a value of the user's, its text may stand. */
export type Replied<T> = unknown extends T
  ? unknown
  : T extends JsonObject
    ? JsonObject extends T
      ? JsonText | JsonObject
      : { [Key in keyof T]: Replied<T[Key]> }
    : T extends readonly (infer Item)[]
      ? readonly Replied<Item>[]
      : T extends object
        ? { [Key in keyof T]: Replied<T[Key]> }
        : T

/** What a caller must be allowed to do, in every project that `projects` names. */
interface ProjectGate<Request> {
  readonly access: Access
  /** Every project the request touches. There is no default: an operation that forgets is not built. */
  readonly projects: (request: Request) => readonly string[]
}

/** Anyone may ask. Holds only where `http/public-routes.ts` lists the path too. */
interface PublicGate {
  readonly access: 'public'
}

/** Any good key will do: the operation tells its holder nothing that the key does not allow. */
interface KeyGate {
  readonly access: 'key'
}

/** Admins of the server may ask and, where the request is about an entity, admins of that one. */
interface AdminGate<Request> {
  readonly access: 'admin'
  readonly entity?: (request: Request) => string
}

type Gate<Request> = ProjectGate<Request> | AdminGate<Request> | KeyGate | PublicGate

export interface Operation<Request extends TSchema = TSchema, Reply extends TSchema = TSchema> {
  readonly endpoint: Endpoint<Request, Reply>
  readonly gate: Gate<Received<Static<Request>>>
  readonly run: (
    request: Received<Static<Request>>,
    context: Context,
  ) => Promise<Replied<Static<Reply>> | AsyncIterable<Replied<Static<Reply>>> | Uint8Array>
}

/** An operation among others: only a request read by its own endpoint's reader may be given to it. */
export interface AnyOperation {
  readonly endpoint: Endpoint
  readonly gate: Gate<never>
  readonly run: (request: never, context: Context) => Promise<unknown>
}

/** Binds what an endpoint promises to the code that keeps it. */
export function operation<Request extends TSchema, Reply extends TSchema>(
  endpoint: Endpoint<Request, Reply>,
  gate: Gate<Received<Static<Request>>>,
  run: Operation<Request, Reply>['run'],
): Operation<Request, Reply> {
  return { endpoint, gate, run }
}

/** The gate of the many requests that name their one project in `project_id`. */
export const inProject = (access: Access) => ({
  access,
  projects: (request: { readonly project_id: string }) => [request.project_id],
})

/** The gate of what is about the caller alone. */
export const forKeyHolders: KeyGate = { access: 'key' }

/** The gate of what concerns the whole server. */
export const forAdmins: AdminGate<unknown> = { access: 'admin' }

/** The gate of what concerns one entity. */
export const forAdminsOfEntity: AdminGate<{ readonly entity: string }> = {
  access: 'admin',
  entity: (request) => request.entity,
}

/** The gate of what the service says about itself. */
export const forAnyone: PublicGate = { access: 'public' }

interface PathProject {
  readonly entity: string
  readonly project: string
}

export const projectOfPath = ({ entity, project }: PathProject): string => `${entity}/${project}`

/** The gate of the requests that name their one project in the path. */
export const inProjectOfPath = (access: Access) => ({
  access,
  projects: (request: PathProject) => [projectOfPath(request)],
})

/** A record of another project than the path's would slip past the gate, which judged the path. */
export function checkPathProject(path: PathProject, projectId: string): void {
  if (projectId === projectOfPath(path)) return
  throw new ServiceError(
    'invalid_request',
    `project_id ${projectId} is not the project of the path, ${projectOfPath(path)}`,
  )
}
