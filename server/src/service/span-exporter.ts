import type { Logger } from 'pino'
import type { ServerSpan } from '../http/log/request-spans.ts'
import { serviceVersion } from '../version.ts'

const BATCH_SPANS = 512
/** Further spans are dropped until some are sent. */
const WAITING_SPANS_MAX = 8 * BATCH_SPANS
const DELAY_MS = 2_000
const TIMEOUT_MS = 10_000
/** How long a server that stops waits for the receiver. */
const CLOSE_MS = 1_000
const WARNING_EVERY_MS = 60_000

const LATE = `the receiver did not answer within ${TIMEOUT_MS / 1_000} s`
const STOPPED = 'the server stopped before the receiver answered'

/** Marks the request as not sampled, so that a receiving Heddle does not trace it. */
const UNSAMPLED = `00-${'1'.repeat(32)}-${'1'.repeat(16)}-00`

/**
 * Sends spans over OTLP/HTTP in JSON, in batches, one after the other. Nothing waits for it: a batch that cannot be sent is
 * dropped, and so are spans that come faster than they can be sent, both with a warning once a minute.
 */
export class SpanExporter {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #log: Logger
  #waiting: ServerSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #posting = new AbortController()
  #isClosed = false
  #dropped = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(address: string, log: Logger) {
    const url = new URL(address)
    const { username, password } = url
    url.username = ''
    url.password = ''
    this.#url = url.href
    this.#headers = {
      'content-type': 'application/json',
      traceparent: UNSAMPLED,
      ...((username || password) && { authorization: basic(username, password) }),
    }
    this.#log = log
  }

  add(spans: readonly ServerSpan[]): void {
    const room = WAITING_SPANS_MAX - this.#waiting.length
    this.#waiting.push(...spans.slice(0, room))
    if (spans.length > room) this.#drop(spans.length - room, 'they come faster than they can be sent')
    if (this.#waiting.length >= BATCH_SPANS) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), DELAY_MS).unref()
  }

  /** Sends what is waiting, as far as the receiver takes it within a second. */
  async close(): Promise<void> {
    this.#send()
    const timer = setTimeout(() => {
      this.#isClosed = true
      this.#posting.abort(new Error(STOPPED))
    }, CLOSE_MS)
    await this.#sending
    clearTimeout(timer)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_SPANS)
      const failure = await this.#post(batch)
      if (failure === undefined) continue
      const unsent = this.#isClosed ? this.#waiting.splice(0) : []
      this.#drop(batch.length + unsent.length, failure)
    }
  }

  /** Returns an error message if the spans were not accepted. */
  async #post(batch: readonly ServerSpan[]): Promise<string | undefined> {
    if (this.#isClosed) return STOPPED
    const posting = new AbortController()
    this.#posting = posting
    const timer = setTimeout(() => posting.abort(new Error(LATE)), TIMEOUT_MS)
    try {
      const reply = await fetch(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify(otlpOf(batch)),
        redirect: 'manual',
        signal: posting.signal,
      })
      await reply.body?.cancel()
      return reply.ok ? undefined : `the receiver answered ${reply.status}`
    } catch (error) {
      return error instanceof Error ? (causeOf(error) ?? error.message) : String(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #drop(count: number, reason: string): void {
    this.#dropped += count
    if (performance.now() - this.#warnedAt < WARNING_EVERY_MS) return
    this.#warnedAt = performance.now()
    this.#log.warn({ dropped: this.#dropped, reason }, 'spans of this server were not sent')
    this.#dropped = 0
  }
}

const causeOf = ({ cause }: Error): string | undefined => (cause instanceof Error ? cause.message : undefined)

const basic = (username: string, password: string): string => {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/** Numbers of the enum `SpanKind`. */
const KINDS = { server: 2, client: 3 }
const STATUS_ERROR = 2

function otlpOf(spans: readonly ServerSpan[]): object {
  const resource = {
    attributes: attributesOf({ 'service.name': 'heddle', 'service.version': serviceVersion }),
  }
  const scope = { name: 'heddle', version: serviceVersion }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(otlpSpan) }] }] }
}

const otlpSpan = ({ kind, startedAt, endedAt, attributes, failed, ...span }: ServerSpan) => ({
  ...span,
  kind: KINDS[kind],
  startTimeUnixNano: `${startedAt}000`,
  endTimeUnixNano: `${endedAt}000`,
  attributes: attributesOf(attributes),
  ...(failed && { status: { code: STATUS_ERROR } }),
})

function attributesOf(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
