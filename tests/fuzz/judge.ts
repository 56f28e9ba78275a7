import type { HttpRequest, PlannedRequest } from './planned-request.ts'
import { isObject } from './raw-json.ts'
import { ANSWER_MS_MAX, type Outcome } from './send.ts'

/**
 * The server's own failures that it may report: 501 for what a storage engine cannot do, 503 for what it cannot do
 * now, 504 for a search that ran into the read timeout, 507 for a full disk. Each must say why.
 */
const EXPLAINED_STATUSES: ReadonlySet<number> = new Set([501, 503, 504, 507])

/** 429 is for throttling and overload, and must have Retry-After. */
const TOO_MANY = 429

/** Describes what is wrong with the response to a request; undefined if nothing is. */
export function failureOf(request: PlannedRequest, outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'left':
      return undefined
    case 'timeout':
      return `no answer in ${ANSWER_MS_MAX} ms`
    case 'dropped':
      return request.over === 'socket' ? undefined : `no answer: ${outcome.reason}`
    case 'answered':
      return failureOfAnswer(request, outcome)
  }
}

type Answer = Extract<Outcome, { kind: 'answered' }>

/** gRPC's INTERNAL and UNKNOWN correspond to 500 in HTTP. */
const GRPC_FAILURES: ReadonlySet<number> = new Set([2, 13])

function failureOfAnswer(request: PlannedRequest, answer: Answer): string | undefined {
  if (request.over === 'grpc')
    return GRPC_FAILURES.has(answer.status)
      ? `gRPC status ${answer.status}: ${answer.headers.message}`
      : undefined
  if (request.over === 'socket')
    return answer.status >= 500 && answer.status !== 505 ? `status ${answer.status}` : undefined
  if (request.method === 'HEAD') return answer.status >= 500 ? `status ${answer.status}` : undefined
  // Whatever the status, a stack trace would reveal internals.
  if (STACK_TRACE.test(answer.body.toString('latin1'))) return 'a stack trace in the answer'
  if (answer.status >= 400) return failureOfError(answer)
  return failureOfSuccess(request, answer)
}

const STACK_TRACE = /\n {4}at (?:async )?\S{1,200} \(?(?:file|node):/

/** Errors must be JSON with a reason or details, and only a few 5xx are allowed. */
function failureOfError({ status, body, headers }: Answer): string | undefined {
  const text = body.toString('utf8')
  if (status >= 500 && !EXPLAINED_STATUSES.has(status)) return `status ${status}: ${text.slice(0, 300)}`
  const error = parsed(text)
  // JSON-RPC, which MCP is based on, has `error`.
  if (!isObject(error) || !(error.reason || error.detail || error.error))
    return `status ${status} without a reason: ${text.slice(0, 300)}`
  if (status === TOO_MANY && headers['retry-after'] === undefined) return 'status 429 without retry-after'
  return undefined
}

function failureOfSuccess({ replyAs }: HttpRequest, { body, headers }: Answer): string | undefined {
  const type = String(headers['content-type'] ?? '')
  if (body.length === 0 || replyAs === 'events' || !/json/.test(type)) return undefined
  const text = decoded(body)
  if (text === undefined) return 'the answer is not UTF-8'
  const values = type.includes('jsonl') ? text.trimEnd().split('\n') : [text]
  const broken = values.find((value) => value !== '' && parsed(value) === undefined)
  return broken === undefined ? undefined : `the answer is not JSON: ${broken.slice(0, 300)}`
}

function decoded(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** Parses JSON; undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
