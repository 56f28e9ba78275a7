import { type Issue, malformed, ServiceError } from '../../errors.ts'

export interface FormPart {
  readonly name: string
  /** A view into the body. */
  readonly content: Buffer
}

const PARTS_MAX = 20
const HEADER_BYTES_MAX = 8 * 1024

/** RFC 2046 allows 70. */
const BOUNDARY_CHARS_MAX = 70

/** How much larger than its file a form may be. */
const FORM_OVERHEAD_BYTES_MAX = 1024 ** 2

/** The body limit of a route that accepts a form with one file. */
export const formBytesMax = (fileBytesMax: number): number => fileBytesMax + FORM_OVERHEAD_BYTES_MAX

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its parts, in order, in linear time and without copying.
 * Throws a `ServiceError` unless the form is complete and valid.
 */
export function readMultipart(body: Buffer, contentType: string): FormPart[] {
  const delimiter = `\r\n--${boundaryOf(contentType)}`
  const parts: FormPart[] = []
  let position = afterFirstDelimiter(body, delimiter)
  while (!isClosing(body, position)) {
    if (parts.length === PARTS_MAX) {
      throw new ServiceError('too_large', `The form has more than ${PARTS_MAX} parts`)
    }
    const start = afterLineEnd(body, position)
    const end = body.indexOf(delimiter, start - CRLF_BYTES)
    if (end < 0) throw formInvalid('The form ends before its closing boundary')
    parts.push(partOf(body.subarray(start, Math.max(start, end))))
    position = end + delimiter.length
  }
  return parts
}

export function isMultipartForm(contentType: string): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(contentType)
}

export function formInvalid(msg: string, field?: string): ServiceError {
  const loc = field === undefined ? ['body'] : ['body', field]
  const issue: Issue = { loc, msg, type: 'form_invalid' }
  return malformed([issue])
}

const CRLF_BYTES = 2
const DASH = 0x2d

function boundaryOf(contentType: string): string {
  const boundary = parameterOf(contentType, 'boundary')
  if (!boundary) throw formInvalid('The Content-Type names no boundary')
  if (boundary.length > BOUNDARY_CHARS_MAX || !/^[\x20-\x7e]+$/.test(boundary)) {
    throw formInvalid(`The boundary must be 1 to ${BOUNDARY_CHARS_MAX} printable ASCII characters`)
  }
  return boundary
}

/** The first delimiter needs no line break before it; a preamble is ignored. */
function afterFirstDelimiter(body: Buffer, delimiter: string): number {
  const first = delimiter.slice(CRLF_BYTES)
  if (body.subarray(0, first.length).equals(Buffer.from(first))) return first.length
  const found = body.indexOf(delimiter)
  if (found < 0) throw formInvalid('The boundary of the Content-Type does not occur in the body')
  return found + delimiter.length
}

const isClosing = (body: Buffer, position: number): boolean =>
  body[position] === DASH && body[position + 1] === DASH

/** A delimiter may be followed by spaces and tabs, and must be followed by the end of its line. */
function afterLineEnd(body: Buffer, position: number): number {
  let end = position
  while (body[end] === 0x20 || body[end] === 0x09) end += 1
  if (end + 1 < body.length && body[end] === 0x0d && body[end + 1] === 0x0a) return end + CRLF_BYTES
  if (end >= body.length - 1) throw formInvalid('The form ends before its closing boundary')
  throw formInvalid('A boundary is followed by neither a line end nor two dashes')
}

function partOf(bytes: Buffer): FormPart {
  // A part without headers starts with the blank line.
  const headerEnd = bytes[0] === 0x0d && bytes[1] === 0x0a ? 0 : bytes.indexOf('\r\n\r\n')
  if (headerEnd < 0) throw formInvalid('A part has no blank line after its headers')
  if (headerEnd > HEADER_BYTES_MAX) {
    throw new ServiceError('too_large', `The headers of a part are over ${HEADER_BYTES_MAX} bytes`)
  }
  const blankLineBytes = headerEnd === 0 ? CRLF_BYTES : 2 * CRLF_BYTES
  return {
    name: nameIn(bytes.toString('utf8', 0, headerEnd)),
    content: bytes.subarray(headerEnd + blankLineBytes),
  }
}

function nameIn(headers: string): string {
  const lines = headers.split('\r\n')
  const line = lines.find((each) => /^content-disposition:/i.test(each))
  if (line === undefined) throw formInvalid('A part has no Content-Disposition')
  const value = line.slice(line.indexOf(':') + 1).trim()
  if (!/^form-data\s*;/i.test(value)) throw formInvalid('The Content-Disposition of a part is not form-data')
  const name = parameterOf(value, 'name')
  if (name === undefined) throw formInvalid('The Content-Disposition of a part has no valid name')
  return name
}

/** Returns a header parameter; what follows it is not validated. */
function parameterOf(header: string, wanted: string): string | undefined {
  const parameter = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\\r\n]|\\[^\r\n])*)"|([^\s;"]*))[ \t]*(?=;|$)/y
  parameter.lastIndex = Math.max(0, header.indexOf(';'))
  for (let match = parameter.exec(header); match; match = parameter.exec(header)) {
    const [, key = '', quoted, plain] = match
    if (key.toLowerCase() === wanted) return quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain
  }
  return undefined
}
