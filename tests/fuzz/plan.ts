import type { Endpoint } from '@heddle/contract/endpoint'
import { Random } from '../../bench/dataset/random.ts'
import { grpcMessage } from '../../server/src/http/otlp/grpc-message.ts'
import { endpoints } from '../../server/src/testing/endpoints.ts'
import { bytesOf, damage, flipped } from './damage.ts'
import type { Source } from './field-values.ts'
import { formRequest } from './form-requests.ts'
import { authorizationOf, METHODS, strangeAuthorization, strangeHeaders, strangePath } from './http-noise.ts'
import { jsonRequest } from './json-requests.ts'
import type { KnownThings } from './known-things.ts'
import { MCP_PATH, mcpRequest } from './mcp-requests.ts'
import { otlpRequest, protobufExport } from './otlp-requests.ts'
import type { GrpcRequest, HttpRequest, PlannedRequest } from './planned-request.ts'
import { socketRequest } from './socket-requests.ts'

const SOCKET_SHARE = 0.03
const GRPC_SHARE = 0.01
const MCP_SHARE = 0.01
const DAMAGED_SHARE = 0.1
const STRANGE_SHARE = 0.06
const LEAVING_SHARE = 0.01

/** Signing in with a wrong key is a guess, whatever else the request is. */
const SIGN_IN_PATH = '/session'

/** Ids that every run knows from the start. */
export interface PlanOptions {
  readonly seed: number
  readonly apiKey: string
}

/** The request with this number: always the same except for ids from the server. */
export function planRequest(
  { seed, apiKey }: PlanOptions,
  number: number,
  known: KnownThings,
): PlannedRequest {
  const random = new Random(Math.imul(seed, 0x9e3779b1) + number)
  const authorization = authorizationOf(apiKey)
  if (random.chance(SOCKET_SHARE)) return { over: 'socket', number, ...socketRequest(authorization, random) }
  if (random.chance(GRPC_SHARE)) return grpcRequest(number, authorization, { random, known, path: '' })
  const path = MCP_PATH
  if (random.chance(MCP_SHARE))
    return strangely(mcpCall(number, authorization, { random, known, path }), random)
  const endpoint = endpoints[random.below(endpoints.length)]
  if (!endpoint) throw new Error('there are no endpoints')
  const plain = plainRequest({ ...endpoint }, number, authorization, { random, known, path: endpoint.path })
  return strangely(random.chance(DAMAGED_SHARE) ? damaged(plain, random) : plain, random)
}

function plainRequest(
  endpoint: Endpoint,
  number: number,
  authorization: string,
  source: Source,
): HttpRequest {
  const { random } = source
  const made = contentOf(endpoint, source)
  const alias = random.chance(0.05) ? endpoint.aliases?.[0] : undefined
  return {
    over: 'http',
    number,
    label: made.label,
    method: endpoint.method,
    route: endpoint.path,
    path: alias ?? made.path,
    headers: { authorization, ...made.headers },
    ...(made.body === undefined ? {} : { body: made.body }),
    isChunked: random.chance(0.05),
    replyAs: endpoint.replyAs,
    isGuess: endpoint.path === SIGN_IN_PATH && endpoint.method === 'POST',
    ...(random.chance(LEAVING_SHARE) ? { leavesAfterMs: random.below(30) } : {}),
  }
}

function mcpCall(number: number, authorization: string, source: Source): HttpRequest {
  const { random } = source
  const { headers, ...made } = mcpRequest(source)
  const request: HttpRequest = {
    over: 'http',
    number,
    method: 'POST',
    route: MCP_PATH,
    ...made,
    headers: { authorization, ...headers },
    isChunked: false,
    replyAs: 'json',
    isGuess: false,
  }
  return random.chance(DAMAGED_SHARE) ? damaged(request, random) : request
}

interface Content {
  readonly path: string
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

function contentOf(endpoint: Endpoint, source: Source): Content {
  if (endpoint.requestAs === 'form') return { path: endpoint.path, ...formRequest(source) }
  if (endpoint.requestAs === 'otlp') return { path: endpoint.path, ...otlpRequest(source) }
  const { path, label, body } = jsonRequest(endpoint, source)
  if (body === undefined) return { path, label, headers: {} }
  return { path, label, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
}

function damaged(request: HttpRequest, random: Random): HttpRequest {
  const { body, headers, label } = damage(request.body ?? Buffer.from('{}'), random)
  return {
    ...request,
    body,
    headers: { ...request.headers, ...headers },
    label: `${request.label}, ${label}`,
  }
}

/** Occasionally changes the method, the spelling of the path, the headers or the key. */
function strangely(request: HttpRequest, random: Random): HttpRequest {
  if (!random.chance(STRANGE_SHARE)) return request
  const label = `${request.label}, strange`
  switch (random.below(4)) {
    case 0:
      return { ...request, label: `${label} verb`, method: random.pick(METHODS) }
    case 1:
      return { ...request, label: `${label} path`, path: strangePath(request.path, random) }
    case 2:
      return {
        ...request,
        label: `${label} headers`,
        headers: { ...request.headers, ...strangeHeaders(random) },
      }
    default: {
      const authorization = strangeAuthorization(random)
      return {
        ...request,
        label: `${label} key`,
        headers: { ...request.headers, authorization },
        isGuess: true,
      }
    }
  }
}

const EXPORT_METHOD = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'

function grpcRequest(number: number, authorization: string, source: Source): GrpcRequest {
  const { random } = source
  const framed = grpcMessage(protobufExport(source))
  const body = random.pick([framed, framed, flipped(framed, random), bytesOf(random), Buffer.alloc(0)])
  const path = random.chance(0.95) ? EXPORT_METHOD : '/x.Y/Z'
  const headers = random.chance(0.9)
    ? {}
    : { 'grpc-encoding': random.pick(['gzip', 'br', '', 'x'.repeat(500)]) }
  return { over: 'grpc', number, label: 'gRPC', path, headers: { authorization, ...headers }, body }
}
