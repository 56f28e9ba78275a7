import { isUtf8 } from 'node:buffer'
import type { Endpoint } from '@heddle/contract/endpoint'
import { type Issue, malformed, ServiceError } from '../../errors.ts'
import { formInvalid, isMultipartForm, readMultipart } from './multipart.ts'
import { fieldsOf, type RequestField } from './request-fields.ts'

interface FormRequest {
  readonly headers: { readonly 'content-type'?: string | undefined }
  readonly body: Buffer | undefined
}

type Value = string | Uint8Array

/** Text fields are names and digests. */
const TEXT_BYTES_MAX = 64 * 1024

/**
 * Returns a reader for an endpoint's multipart form. Binary fields are read as bytes, with or without a file name,
 * all others as UTF-8 text. Unknown parts are ignored.
 */
export function formReader(endpoint: Endpoint, fileBytesMax: number) {
  const fields = fieldsOf(endpoint)

  return ({ headers, body = Buffer.alloc(0) }: FormRequest): Record<string, Value> => {
    const contentType = headers['content-type'] ?? ''
    if (!isMultipartForm(contentType)) throw formInvalid('Input should be multipart/form-data')
    const parts = firstOfEachName(body, contentType)
    const issues = fields.flatMap((field) => issuesOf(field, parts))
    if (issues.length > 0) throw malformed(issues)
    return Object.fromEntries(fields.flatMap((field) => entryOf(field, parts, fileBytesMax)))
  }
}

/** For duplicate names the first part wins, so that appended parts cannot override earlier ones. */
function firstOfEachName(body: Buffer, contentType: string): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>()
  for (const { name, content } of readMultipart(body, contentType)) {
    if (!parts.has(name)) parts.set(name, content)
  }
  return parts
}

function issuesOf({ name, required }: RequestField, parts: ReadonlyMap<string, Buffer>): Issue[] {
  if (!required || parts.has(name)) return []
  return [{ loc: ['body', name], msg: 'Field required', type: 'missing' }]
}

function entryOf(
  { name, schema }: RequestField,
  parts: ReadonlyMap<string, Buffer>,
  fileBytesMax: number,
): [string, Value][] {
  const content = parts.get(name)
  if (content === undefined) return []
  const isBytes = 'contentMediaType' in schema
  const bytesMax = isBytes ? fileBytesMax : TEXT_BYTES_MAX
  if (content.length > bytesMax) throw new ServiceError('too_large', `${name} is over ${bytesMax} bytes`)
  if (isBytes) return [[name, content]]
  if (!isUtf8(content)) throw formInvalid('Input should be valid UTF-8', name)
  return [[name, content.toString()]]
}
