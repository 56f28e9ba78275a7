import type { Static, TSchema } from 'typebox'
import type { Endpoint, ReplyForm } from './endpoint.ts'
import { LineSplitter } from './lines.ts'

export interface ClientOptions {
  /** Base URL of the service; empty for the page's own origin. */
  readonly baseUrl: string
  readonly apiKey?: string
  readonly fetch?: typeof fetch
  /** Parses the JSON of responses; `JSON.parse` by default. */
  readonly parse?: Parse
}

type Parse = (text: string) => ReturnType<typeof JSON.parse>

export interface Client {
  /**
   * Sends a request and reads the response. Rejects with an ApiError for an error response. Lines
   * and events are read lazily; leaving the loop early aborts the transfer.
   */
  call<Request extends TSchema, Reply extends TSchema, ReplyAs extends ReplyForm>(
    endpoint: Endpoint<Request, Reply, ReplyAs>,
    request: Static<Request>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Replies<Static<Reply>>[ReplyAs]>
}

export function createClient({
  baseUrl,
  apiKey,
  fetch: send = fetch,
  parse = JSON.parse,
}: ClientOptions): Client {
  const readers = readersWith(parse)
  const base = withoutTrailingSlashes(baseUrl)
  const authorization = apiKey === undefined ? {} : { authorization: basicAuthorization(apiKey) }

  return {
    async call(endpoint, request, { signal } = {}) {
      const { path, headers, body } = written(endpoint, fieldsOf(request))
      const response = await send(base + path, {
        method: endpoint.method,
        headers: { ...headers, ...authorization },
        body,
        signal: signal ?? null,
      })
      if (!response.ok) throw await refusal(response)
      return readers[endpoint.replyAs](response)
    },
  }
}

/** An error response. `body` is its parsed JSON, or its text if it is not JSON. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** The server's error message, or `message` if it sent none. */
  readonly reason: string

  constructor(status: number, body: unknown) {
    const explained = explanation(body)
    super(`${status}: ${explained ?? unexplained(body)}`)
    this.status = status
    this.body = body
    this.reason = explained ?? this.message
  }
}

type Fields = Map<string, unknown>

interface Written {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | FormData | null
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** Null and undefined fields are left out: the server treats them as absent. */
function fieldsOf(request: unknown): Fields {
  const entries = typeof request === 'object' && request !== null ? Object.entries(request) : []
  return new Map(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** Puts each field into the path, the query string, the form or the JSON body. */
function written(endpoint: Endpoint, fields: Fields): Written {
  const inPath = new Set<string>()
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(fields.get(name) ?? ''))
  })
  const others = [...fields].filter(([name]) => !inPath.has(name))

  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return { path: path + queryString(others), headers: {}, body: null }
  }
  // `fetch` sets the content type of a form, which includes its boundary.
  if (endpoint.requestAs === 'form') return { path, headers: {}, body: form(others) }
  return {
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(others)),
  }
}

function queryString(fields: readonly [string, unknown][]): string {
  const search = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  return search.size === 0 ? '' : `?${search}`
}

function form(fields: readonly [string, unknown][]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) {
    if (value instanceof Uint8Array) data.append(name, new Blob([new Uint8Array(value)]), name)
    else data.append(name, String(value))
  }
  return data
}

/** The server ignores the user name. */
function basicAuthorization(apiKey: string): string {
  const bytes = new TextEncoder().encode(`api:${apiKey}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

interface Replies<Reply> {
  json: Reply
  lines: AsyncIterable<Reply>
  bytes: Uint8Array
  text: string
  events: AsyncIterable<Reply>
}

const readersWith = (parse: Parse) => ({
  json: async (response: Response) => parse(await response.text()),
  lines: async (response: Response) => valuesOf(response, parse),
  bytes: async (response: Response) => new Uint8Array(await response.arrayBuffer()),
  text: (response: Response) => response.text(),
  events: async (response: Response) => eventsOf(response, parse),
})

async function* valuesOf(response: Response, parse: Parse) {
  for await (const line of linesOf(response)) if (line.trim() !== '') yield parse(line)
}

/** Each event has its data on one line; comments and event ids are ignored. */
async function* eventsOf(response: Response, parse: Parse) {
  for await (const line of linesOf(response)) {
    if (line.startsWith('data:')) yield parse(line.slice('data:'.length))
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  const splitter = new LineSplitter()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      yield* splitter.add(read.value)
    yield splitter.rest
  } finally {
    await reader.cancel()
  }
}

/** The error of an unsuccessful response. */
export async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    return new ApiError(response.status, JSON.parse(text))
  } catch {
    return new ApiError(response.status, text)
  }
}

/** A 403 has both: `reason` is one word, `detail` a sentence. */
function explanation(body: unknown): string | undefined {
  const { reason, detail } = Object.fromEntries(fieldsOf(body))
  if (typeof detail === 'string') return detail
  if (typeof reason === 'string') return reason
  return Array.isArray(detail) ? detail.map(issueText).join('; ') : undefined
}

const unexplained = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

function issueText(issue: unknown): string {
  const { loc, msg } = Object.fromEntries(fieldsOf(issue))
  return `${Array.isArray(loc) ? loc.join('.') : ''}: ${String(msg)}`
}
