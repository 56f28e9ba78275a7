import { isUtf8 } from 'node:buffer'
import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import { decompress } from './content-encoding.ts'
import { exportRequest } from './protobuf/messages.ts'
import { readProtobuf } from './protobuf/read.ts'
import type { ResourceSpans } from './span.ts'
import { tracesOf } from './traces.ts'

/** How a trace export is written, and so how it is answered. */
export type OtlpEncoding = 'json' | 'protobuf'

export interface EncodedTraces {
  readonly body: Buffer
  readonly encoding: OtlpEncoding
  /** Empty for none. */
  readonly contentEncoding: string
  /** How large the body may be once decompressed. */
  readonly bytesMax: number
  /** Called with the size of a body that was decompressed; may throw to refuse it. */
  readonly onInflated?: (bytes: number) => void
}

/**
 * Reads an ExportTraceServiceRequest. What is none throws `invalid_request`, what is too large or too
 * deep `too_large`; a span that is merely odd stays, for its reader to judge.
 */
export async function decodeTraces(traces: EncodedTraces): Promise<ResourceSpans[]> {
  const bytes = await decompress(traces.body, traces.contentEncoding, traces.bytesMax)
  if (bytes !== traces.body) traces.onInflated?.(bytes.length)
  return tracesOf(TREES[traces.encoding](bytes))
}

/** By the Content-Type; where that says neither, a body that opens with a brace is JSON. */
export function otlpEncoding(contentType: string, body: Buffer): OtlpEncoding {
  if (/protobuf/i.test(contentType)) return 'protobuf'
  if (/json/i.test(contentType)) return 'json'
  return body[0] === OPEN_BRACE ? 'json' : 'protobuf'
}

const OPEN_BRACE = 0x7b

const TREES: Record<OtlpEncoding, (bytes: Buffer) => JsonValue> = {
  json: jsonTree,
  protobuf: (bytes) => readProtobuf(bytes, exportRequest),
}

function jsonTree(bytes: Buffer): JsonValue {
  if (!isUtf8(bytes))
    throw new ServiceError('invalid_request', 'The body is not OTLP in JSON: it is not UTF-8')
  try {
    return parseTree(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new ServiceError('invalid_request', `The body is not OTLP in JSON: ${error.message}`)
  }
}
