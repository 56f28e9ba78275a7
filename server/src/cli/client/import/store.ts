import { createHash } from 'node:crypto'
import { numberAt, valueAt } from '@heddle/contract/call/json'
import { queryCalls } from '@heddle/contract/calls-query'
import { ApiError } from '@heddle/contract/client'
import { queryFeedback } from '@heddle/contract/feedback'
import { createFile } from '@heddle/contract/files'
import { field } from '@heddle/contract/filter/conditions'
import { queryObjects } from '@heddle/contract/objects'
import type { QueryOperation } from '@heddle/contract/query'
import { objectDigest } from '../../../domain/objects/digest.ts'
import type { JsonValue } from '../../../json/tree.ts'
import { jsonTextOf, writeJson } from '../../../json/write.ts'
import type { Connection } from '../connection.ts'
import type { Item, Publisher } from './source.ts'

type Stored = Extract<Item, { id: string }>
type Dataset = Extract<Item, { kind: 'dataset' }>

const BATCH_ITEMS = 200
const BATCH_CHARACTERS = 4 * 1024 * 1024

/**
 * Stores items in batches, each once: what the server has already is skipped, so that an import that was interrupted
 * continues, and one that is run again changes nothing.
 */
export class ImportStore implements Publisher {
  readonly #connection: Connection
  readonly #projectId: string
  readonly #progress: (text: string) => void
  readonly #waiting = new Map<Stored['kind'], { readonly items: Stored[]; characters: number }>()
  readonly stored = { span: 0, call: 0, feedback: 0 }
  /** New versions of objects; a dataset is one. */
  objects = 0
  /** Items that were there already. */
  skipped = 0
  /** Number of items that the server refused, and of parts that the source did, by reason. */
  readonly refused = new Map<string, number>()
  /** Number of items that Heddle cannot represent, by kind. */
  readonly leftOut = new Map<string, number>()

  constructor(connection: Connection, projectId: string, progress: (text: string) => void) {
    this.#connection = connection
    this.#projectId = projectId
    this.#progress = progress
  }

  async add(item: Item): Promise<void> {
    if (item.kind === 'left-out') count(this.leftOut, item.what)
    else if (item.kind === 'refused') count(this.refused, item.reason)
    else if (item.kind === 'dataset') await this.#dataset(item)
    else {
      const waiting = this.#waiting.get(item.kind) ?? { items: [], characters: 0 }
      this.#waiting.set(item.kind, waiting)
      waiting.items.push(item)
      waiting.characters += writeJson(contentOf(item)).length
      const isFull = waiting.items.length >= BATCH_ITEMS || waiting.characters >= BATCH_CHARACTERS
      if (isFull) await this.flush()
    }
  }

  /** Stores incomplete batches; feedback last, after what it is about. */
  async flush(): Promise<void> {
    for (const kind of ['span', 'call', 'feedback'] as const) {
      const items = this.#waiting.get(kind)?.items ?? []
      this.#waiting.delete(kind)
      const isKnown = await this.#known(items)
      const unknown = items.filter((item) => !isKnown(item))
      this.skipped += items.length - unknown.length
      if (unknown.length > 0) await this.#send(kind, unknown)
    }
    const { span, call, feedback } = this.stored
    this.#progress(`${span + call} calls and ${feedback} feedback stored, ${this.skipped} were there`)
  }

  async file(file: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#connection.client.call(createFile, { project_id: this.#projectId, file })
  }

  async table(rows: readonly JsonValue[]): Promise<{ digest: string; rowDigests: readonly string[] }> {
    const reply = await this.#post('/table/create', { table: { project_id: this.#projectId, rows } })
    const [digest, rowDigests] = [valueAt(reply, 'digest'), valueAt(reply, 'row_digests')]
    return { digest: String(digest), rowDigests: Array.isArray(rowDigests) ? rowDigests.map(String) : [] }
  }

  async object(name: string, val: unknown): Promise<string> {
    const digest = objectDigest(jsonTextOf(val))
    const project_id = this.#projectId
    const filter = { object_ids: [name] }
    const known = await this.#connection.client.call(queryObjects, {
      project_id,
      filter,
      metadata_only: true,
    })
    // Publishing a known version again would make it the latest.
    if (known.objs.some((version) => version.digest === digest)) {
      this.skipped++
      return digest
    }
    const obj = { project_id, object_id: name, val }
    const reply = await this.#post('/obj/create', { obj })
    this.objects++
    return String(valueAt(reply, 'digest'))
  }

  async #dataset(dataset: Dataset): Promise<void> {
    try {
      await this.#publish(dataset)
    } catch (error) {
      if (!isAboutItem(error)) throw error
      count(this.refused, `the dataset ${dataset.name}: ${error.reason}`)
    }
  }

  async #publish({ name, rows }: Dataset): Promise<void> {
    const { digest } = await this.table(rows)
    const classFields = { _type: 'Dataset', _class_name: 'Dataset', _bases: ['Object', 'BaseModel'] }
    const table = `weave:///${this.#projectId}/table/${digest}`
    const val = { ...classFields, name, description: null, rows: table }
    await this.object(objectName(name), val)
  }

  async #known(items: readonly Stored[]): Promise<(item: Stored) => boolean> {
    const [first] = items
    if (!first) return () => false
    const ids = items.map(({ id }) => id)
    const { client } = this.#connection
    const project_id = this.#projectId
    if (first.kind === 'feedback') {
      const isOneOf: QueryOperation = { $in: [field('id'), ids.map((id) => ({ $literal: id }))] }
      const query = { $expr: isOneOf }
      const { result } = await client.call(queryFeedback, { project_id, query, fields: ['id'] })
      const known = new Set(result.map(({ id }) => id))
      return ({ id }) => known.has(id)
    }
    const columns = ['id', 'started_at', 'ended_at']
    const { calls } = await client.call(queryCalls, { project_id, filter: { call_ids: ids }, columns })
    const stored = new Map(calls.map((call) => [call.id, call]))
    // What was still running when it was imported may have ended since.
    return (item) => {
      const call = stored.get(item.id)
      if (!call) return false
      if (!call.ended_at) return item.kind === 'call' && !item.isEnded
      return !(item.kind === 'span' && item.hasLength && call.started_at === call.ended_at)
    }
  }

  /** If a batch is refused, its items are sent one by one, to find those at fault. */
  async #send(kind: Stored['kind'], items: readonly Stored[]): Promise<void> {
    try {
      const refused = await this.#sendBatch(kind, items)
      this.stored[kind] += items.length - refused
    } catch (error) {
      if (!isAboutItem(error)) throw error
      if (items.length === 1) count(this.refused, error.reason)
      else for (const item of items) await this.#send(kind, [item])
    }
  }

  /** Returns the number of items that were refused. */
  async #sendBatch(kind: Stored['kind'], items: readonly Stored[]): Promise<number> {
    const contents = items.map(contentOf)
    if (kind === 'feedback') {
      await this.#post('/feedback/batch/create', { batch: contents })
      return 0
    }
    if (kind === 'call') {
      const ended = items.filter((item) => item.kind === 'call' && item.isEnded).map(contentOf)
      const running = items.filter((item) => item.kind === 'call' && !item.isEnded).map(contentOf)
      const starts = running.map((start) => ({ mode: 'start', req: { start } }))
      if (ended.length > 0) await this.#post(`/v2/${this.#projectId}/calls/complete`, { batch: ended })
      if (starts.length > 0) await this.#post('/call/upsert_batch', { batch: starts })
      return 0
    }
    const reply = await this.#post('/otel/v1/traces', {
      resourceSpans: [{ scopeSpans: [{ spans: contents }] }],
    })
    const refused = numberAt(reply, 'partialSuccess.rejectedSpans') ?? 0
    if (refused > 0) count(this.refused, String(valueAt(reply, 'partialSuccess.errorMessage')), refused)
    return refused
  }

  #post(path: string, body: object): Promise<unknown> {
    return this.#connection.post(path, writeJson(body), { project_id: this.#projectId })
  }
}

/** Whether the server refused what was sent, rather than to store anything. */
const isAboutItem = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 413, 422].includes(error.status)

const contentOf = (item: Stored): object => {
  switch (item.kind) {
    case 'span':
      return item.span
    case 'call':
      return item.call
    case 'feedback':
      return item.feedback
  }
}

function count(counts: Map<string, number>, what: string, number = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + number)
}

/** The name of the object, which may have letters, digits and _ . - only. Changed names end in a hash, to stay distinct. */
function objectName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '-').slice(0, 100)
  if (plain === name) return name
  return `${plain}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}
