import type { Endpoint } from '@heddle/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { type Fault, malformed } from '../domain/errors.ts'
import { fieldsOf, type RequestField } from './request-fields.ts'

type Part = string | Uint8Array

/** Reads a multipart form: fields of bytes as they are, with or without a file name, all others as text. */
export function formReader(endpoint: Endpoint): (request: FastifyRequest) => Promise<Record<string, Part>> {
  const fields = fieldsOf(endpoint)
  const byteFields = new Set(
    fields.filter(({ schema }) => 'contentMediaType' in schema).map(({ name }) => name),
  )

  return async (request) => {
    if (!request.isMultipart?.()) throw malformed([notAForm('Input should be multipart/form-data')])
    const parts = await readParts(request, byteFields)
    const faults = fields.flatMap((field) => faultsOf(field, parts.get(field.name)))
    if (faults.length > 0) throw malformed(faults)
    return Object.fromEntries(fields.flatMap(({ name }) => entryOf(name, parts)))
  }
}

/** The first part of each name counts, as it was meant before anything was added behind it. */
async function readParts(
  request: FastifyRequest,
  byteFields: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Part>> {
  const isPartAFile = (name: string | undefined) => name !== undefined && byteFields.has(name)
  const parts = new Map<string, Part>()
  try {
    for await (const part of request.parts({ isPartAFile })) {
      const value = part.type === 'file' ? await part.toBuffer() : String(part.value)
      if (!parts.has(part.fieldname)) parts.set(part.fieldname, value)
    }
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : malformed([notAForm(String(error))])
  }
  return parts
}

function faultsOf({ name, required }: RequestField, part: Part | undefined): Fault[] {
  if (part !== undefined || !required) return []
  return [{ loc: ['body', name], msg: 'Field required', type: 'missing' }]
}

function entryOf(name: string, parts: ReadonlyMap<string, Part>): [string, Part][] {
  const part = parts.get(name)
  return part === undefined ? [] : [[name, part]]
}

function notAForm(msg: string): Fault {
  return { loc: ['body'], msg, type: 'form_invalid' }
}
