import { isUtf8 } from 'node:buffer'
import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../errors.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import { decompress } from './content-encoding.ts'
import { logsOf, metricsOf, type ResourceLogs } from './logs.ts'
import { logsRequest, type Message, metricsRequest } from './protobuf/messages.ts'
import { readProtobuf } from './protobuf/read.ts'
import { readTraces } from './protobuf/spans.ts'
import type { ResourceSpans } from './span.ts'
import { tracesOf } from './traces.ts'

/** The encoding of an export and of its response. */
export type OtlpEncoding = 'json' | 'protobuf'

export interface EncodedExport {
  readonly body: Buffer
  readonly encoding: OtlpEncoding
  /** Empty for none. */
  readonly contentEncoding: string
  /** Size limit of the decompressed body. */
  readonly bytesMax: number
  /** Called with the size of each chunk of a body that is decompressed; may throw to refuse it. */
  readonly onInflated?: (bytes: number) => void
}

/**
 * Reads an ExportTraceServiceRequest. Throws `invalid_request` if it is not one, and `too_large` if it is too large or nested
 * too deeply. Invalid spans are kept, and rejected later one by one.
 */
export async function decodeTraces(sent: EncodedExport): Promise<ResourceSpans[]> {
  const bytes = await inflated(sent)
  return sent.encoding === 'json' ? tracesOf(jsonTree(bytes)) : readTraces(bytes)
}

/** The same for an ExportLogsServiceRequest. */
export const decodeLogs = async (body: EncodedExport): Promise<ResourceLogs[]> =>
  logsOf(await treeOf(body, logsRequest))

/** The same for an ExportMetricsServiceRequest, whose data points are counted. */
export const decodeMetrics = async (body: EncodedExport): Promise<ReturnType<typeof metricsOf>> =>
  metricsOf(await treeOf(body, metricsRequest))

const inflated = (sent: EncodedExport): Promise<Buffer> => decompress(sent.body, sent.contentEncoding, sent)

async function treeOf(sent: EncodedExport, message: Message): Promise<JsonValue> {
  const bytes = await inflated(sent)
  return sent.encoding === 'json' ? jsonTree(bytes) : readProtobuf(bytes, message)
}

/** From the Content-Type; if that is neither, a body that starts with a brace is JSON. */
export function otlpEncoding(contentType: string, body: Buffer): OtlpEncoding {
  if (/protobuf/i.test(contentType)) return 'protobuf'
  if (/json/i.test(contentType)) return 'json'
  return body[0] === OPEN_BRACE ? 'json' : 'protobuf'
}

const OPEN_BRACE = 0x7b

function jsonTree(bytes: Buffer): JsonValue {
  if (!isUtf8(bytes))
    throw new ServiceError('invalid_request', 'The body is not OTLP in JSON: it is not UTF-8')
  try {
    return parseTree(bytes)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new ServiceError('invalid_request', `The body is not OTLP in JSON: ${error.message}`)
  }
}
