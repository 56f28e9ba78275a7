import type { JsonValue } from '../json/tree.ts'
import { parseEmbedded, parseEncoded } from './json-fields.ts'
import type { Modality, Part, ToolCall, ToolCallResponse } from './message.ts'

export const textPart = (content: string): Part => ({ type: 'text', content })

export const reasoningPart = (content: string): Part => ({ type: 'reasoning', content: summaryText(content) })

export const dataPart = (value: JsonValue): Part => ({ type: 'data', value })

/** What was said: a text, which was parsed on its way here if it is JSON. */
export function textOrDataParts(said: JsonValue | undefined): Part[] {
  if (said === undefined || said === null || said === '') return []
  return [typeof said === 'string' ? textPart(said) : dataPart(said)]
}

interface CalledTool {
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Providers send arguments as JSON text or as a value. */
export function toolCallPart({ id, name = 'unknown' }: CalledTool, args: JsonValue | undefined): ToolCall {
  const value = parseEmbedded(args)
  return {
    type: 'tool_call',
    ...(id !== undefined && { id }),
    name,
    ...(value !== undefined && value !== null && { arguments: value }),
  }
}

/** A tool that runs on the provider's side. */
export const serverCallPart = ({ id, name = 'unknown' }: CalledTool, call: JsonValue | undefined): Part => ({
  type: 'server_tool_call',
  ...(id !== undefined && { id }),
  name,
  server_tool_call: call ?? null,
})

export const serverResponsePart = (id: string | undefined, response: JsonValue | undefined): Part => ({
  type: 'server_tool_call_response',
  ...(id !== undefined && { id }),
  server_tool_call_response: response ?? null,
})

/** A list of text blocks is one text: that is how providers wrap the text that a tool returned. */
export function toolResponsePart(
  { id, name }: CalledTool,
  response: JsonValue | undefined,
): ToolCallResponse {
  return {
    type: 'tool_call_response',
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    response: unquoted(parseEmbedded(unwrapTexts(response ?? null)) ?? null),
  }
}

/** An image, recording or file by its URL. A data URL becomes a blob. */
export function mediaPart(address: string, modality?: Modality, mimeType?: string): Part {
  const data = parseDataUrl(address)
  if (data) return blobPart(data.content, modality, data.mimeType ?? mimeType)
  const reference = LANGFUSE_MEDIA.exec(address)
  const type = mimeType ?? reference?.[1]
  return { type: 'uri', modality: modality ?? modalityOf(type), ...mime(type), uri: address }
}

/** Base64 as it is; a data URL loses its prefix. */
export function blobPart(base64: string, modality?: Modality, mimeType?: string): Part {
  const data = parseDataUrl(base64)
  const type = data?.mimeType ?? mimeType
  return {
    type: 'blob',
    modality: modality ?? modalityOf(type),
    ...mime(type),
    content: data?.content ?? base64,
  }
}

/** Of a field in which senders put base64, a path or an address. */
export const dataOrUrlPart = (data: string, modality?: Modality, mimeType?: string): Part =>
  /^(?:https?|data|weave):/.test(data)
    ? mediaPart(data, modality, mimeType)
    : blobPart(data, modality, mimeType)

export function filePart(fileId: string, modality: Modality = 'document', mimeType?: string): Part {
  return { type: 'file', modality, ...mime(mimeType), file_id: fileId }
}

/** The modality of a MIME type, from its part before the slash. */
export function modalityOf(mimeType: string | undefined): Modality {
  const [family = ''] = (mimeType ?? '').split('/', 1)
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}

const mime = (mimeType: string | undefined) => (mimeType ? { mime_type: mimeType } : {})

/** Langfuse uploads media and leaves a reference in their place. */
const LANGFUSE_MEDIA = /^@@@langfuseMedia:type=([^|]+)\|/

const DATA_URL_HEADER_MAX = 200

function parseDataUrl(text: string): { mimeType: string | undefined; content: string } | undefined {
  if (!text.startsWith('data:')) return undefined
  const comma = text.slice(0, DATA_URL_HEADER_MAX).indexOf(',')
  if (comma < 0) return undefined
  const header = text.slice('data:'.length, comma)
  const mimeType = header.split(';', 1)[0] || undefined
  const content = text.slice(comma + 1)
  return { mimeType, content: header.endsWith(';base64') ? content : base64Of(content) }
}

/** Of text in which some characters are escaped as in URLs. */
function base64Of(escaped: string): string {
  const bytes = Buffer.from(escaped).toString('latin1')
  const unescaped = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(unescaped, 'latin1').toString('base64')
}

/** The AI SDK writes a result that is text as JSON, with quotes. */
const unquoted = (response: JsonValue): JsonValue =>
  typeof response === 'string' && response.startsWith('"') ? (parseEncoded(response) ?? null) : response

function unwrapTexts(response: JsonValue): JsonValue {
  if (!Array.isArray(response) || response.length === 0) return response
  const texts = response.map(blockText)
  return texts.every((text) => text !== undefined) ? texts.join('\n') : response
}

/** OpenLLMetry writes the summary that OpenAI sends as the JSON of its blocks. */
function summaryText(content: string): string {
  const blocks = content.startsWith('[{') ? parseEmbedded(content) : content
  if (!Array.isArray(blocks)) return content
  const texts = blocks.map(blockText)
  return texts.every((text) => text !== undefined) ? texts.join('\n') : content
}

/** The text of `{type: 'text', text}` and of Bedrock's `{text}`; undefined for any other block. */
function blockText(block: JsonValue): string | undefined {
  if (!(block instanceof Map)) return undefined
  const text = block.get('text')
  const type = block.get('type')
  const isText = type === 'text' || type === 'output_text' || type === 'summary_text' || block.size === 1
  return isText && typeof text === 'string' ? text : undefined
}
