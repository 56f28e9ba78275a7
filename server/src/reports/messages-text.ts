import type { CallMessages, Message, MessagePart } from '@heddle/contract/messages'

/** A call as text: settings, tools, then each message under a heading with its role. */
export function messagesText({ kind, input, output, tools, settings, documents }: CallMessages): string {
  const sections = [
    `kind: ${kind}`,
    Object.keys(settings).length > 0 ? `settings: ${JSON.stringify(settings)}` : '',
    tools.length > 0 ? `tools: ${tools.map(({ name }) => name).join(', ')}` : '',
    ...input.map((message) => messageText('input', message)),
    ...documents.map(({ id, content, score }) => `## document ${id ?? ''} ${score ?? ''}\n${content}`),
    ...output.map((message) => messageText('output', message)),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

const messageText = (side: string, { role, name, parts, finish_reason }: Message): string =>
  [
    `## ${side}: ${name ? `${role} ${name}` : role}${finish_reason ? ` (${finish_reason})` : ''}`,
    ...parts.map(partText),
  ].join('\n')

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.content
    case 'reasoning':
      return `[reasoning] ${part.content}`
    case 'tool_call':
      return `[tool call ${part.name}] ${JSON.stringify(part.arguments)}`
    case 'tool_call_response':
      return `[result ${part.name ?? part.id ?? ''}] ${textOf(part.response)}`
    case 'server_tool_call':
      return `[tool call ${part.name}] ${JSON.stringify(part.server_tool_call)}`
    case 'server_tool_call_response':
      return `[result] ${textOf(part.server_tool_call_response)}`
    case 'blob':
      return `[${part.modality} ${part.mime_type ?? ''}, ${part.content.length} characters of base64]`
    case 'uri':
      return `[${part.modality} ${part.uri}]`
    case 'file':
      return `[${part.modality} file ${part.file_id}]`
    case 'document':
      return `[document ${part.title ?? part.id ?? ''}] ${part.content}`
    case 'data':
      return textOf(part.value)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
