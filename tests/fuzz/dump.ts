import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlannedRequest } from './planned-request.ts'

const INLINE_BYTES_MAX = 2_000

/** A shell command that repeats a request. A long or binary body is written to a file. */
export function dumpOf(request: PlannedRequest, url: string): string {
  const head = `#${request.number} (${request.label})`
  if (request.over === 'socket')
    return `${head}\n  nc 127.0.0.1 ${new URL(url).port} < ${fileOf(request.number, request.bytes)}`
  if (request.over === 'grpc')
    return `${head}\n  gRPC ${request.path} with the frame ${fileOf(request.number, request.body)}`
  const { method, path, headers, body, isChunked } = request
  const flags = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  if (isChunked) flags.push("-H 'transfer-encoding: chunked'")
  if (body !== undefined) flags.push(`--data-binary ${bodyArgument(request.number, body)}`)
  return `${head}\n  curl --path-as-is -X ${method} ${flags.join(' ')} ${quoted(url + path)}`
}

function bodyArgument(number: number, body: Buffer): string {
  const text = body.toString('utf8')
  const isPlain = body.length <= INLINE_BYTES_MAX && /^[\x20-\x7e]*$/.test(text) && !text.startsWith('@')
  return isPlain ? quoted(text) : `@${fileOf(number, body)}`
}

function fileOf(number: number, bytes: Buffer): string {
  const path = join(tmpdir(), `heddle-fuzz-${process.pid}-${number}.bin`)
  writeFileSync(path, bytes)
  return path
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
