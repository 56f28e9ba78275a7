import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { ServiceError } from '../../errors.ts'
import { type JsonMap, type JsonValue, parseTree } from '../../json/tree.ts'
import type { AgentMessage } from './span.ts'

/** The text of a message: its content, or that of its text parts. */
export function messageText({ content }: Pick<AgentMessage, 'content'>): string {
  const parts = partsOf(content)
  if (parts === undefined) return content
  return parts
    .filter((part) => !isOther(part))
    .map((part) => textIn(part))
    .filter((text) => text !== '')
    .join('\n')
}

/** The parts of a message; undefined where its content is plain text. */
function partsOf(content: string): JsonMap[] | undefined {
  if (!content.startsWith('[{')) return undefined
  const tree = parsed(content)
  if (!Array.isArray(tree)) return undefined
  const parts = tree.filter((part): part is JsonMap => part instanceof Map)
  return parts.length === tree.length ? parts : undefined
}

function parsed(content: string): JsonValue | undefined {
  try {
    return parseTree(content)
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof ServiceError) return undefined
    throw error
  }
}

/** Reasoning, tool calls and media are shown elsewhere or not at all. */
function isOther(part: JsonMap): boolean {
  const type = part.get('type')
  return typeof type === 'string' && !/^(?:text|input_text|output_text)$/.test(type)
}

function textIn(part: JsonMap): string {
  const text = part.get('content') ?? part.get('text')
  return typeof text === 'string' ? text : ''
}
