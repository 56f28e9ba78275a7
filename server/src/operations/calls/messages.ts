import { readCallMessages } from '@heddle/contract/messages'
import type { StoredCall } from '../../domain/calls/call.ts'
import { jsonTextOf } from '../../json/write.ts'
import { CallSource } from '../../messages/call-source.ts'
import type { Message, Part } from '../../messages/message.ts'
import { messagesOfCall } from '../../messages/read-call.ts'
import { inProject, type OffloadingContext, offloadingOperation } from '../operation.ts'
import type { PagedSource } from '../paged-rows.ts'

export const callMessageOperations = [
  offloadingOperation(readCallMessages, inProject('read'), async (request, context) => ({
    calls: await context.reply.gather(messagesSource(context, request)),
  })),
]

const COLUMNS = ['attributes', 'inputs', 'output'] as const

/** Only the messages of a page are kept, so that the payloads of one page at a time are in memory. */
function messagesSource(
  { storage, offload }: OffloadingContext,
  { project_id, ids }: { readonly project_id: string; readonly ids: readonly string[] },
): PagedSource<string, ReturnType<typeof withMessages>> {
  return {
    keys: [[...new Set(ids)]],
    keyOf: ({ id }) => id,
    read: async (page, bytesMax) => {
      const readPage = (limit: number) =>
        storage.calls.readPage(project_id, page, COLUMNS, { bytesMax: limit })
      const small = await readPage(Math.min(bytesMax, OFFLOADED_BYTES))
      if (small.taken < page.length) offload()
      // The first call is larger than the limit, and so has not been loaded yet.
      const { rows, ...rest } = small.taken === 0 ? await readPage(bytesMax) : small
      return { ...rest, rows: rows.map(withMessages) }
    },
  }
}

/** More than this is left to the thread for large requests. Short messages take longest: about 10 µs each, and so some 80 ms for this much JSON. */
const OFFLOADED_BYTES = 256 * 1024

/** Values are written as text at once: a parsed value takes many times the memory of its text, and its size is an estimate. */
function withMessages(call: StoredCall) {
  const { input, output, ...rest } = messagesOfCall(new CallSource(call))
  return { id: call.id, ...rest, input: input.map(withTexts), output: output.map(withTexts) }
}

const withTexts = (message: Message) => ({ ...message, parts: message.parts.map(partWithText) })

function partWithText(part: Part) {
  switch (part.type) {
    case 'data':
      return { ...part, value: jsonTextOf(part.value) }
    case 'tool_call':
      return part.arguments === undefined ? part : { ...part, arguments: jsonTextOf(part.arguments) }
    case 'tool_call_response':
      return { ...part, response: jsonTextOf(part.response) }
    case 'server_tool_call':
      return { ...part, server_tool_call: jsonTextOf(part.server_tool_call) }
    case 'server_tool_call_response':
      return { ...part, server_tool_call_response: jsonTextOf(part.server_tool_call_response) }
    default:
      return part
  }
}
