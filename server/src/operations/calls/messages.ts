import { readCallMessages } from '@heddle/contract/messages'
import type { StoredCall } from '../../domain/calls/call.ts'
import { CallSource } from '../../messages/call-source.ts'
import { messagesOfCall } from '../../messages/read-call.ts'
import { type Context, inProject, operation } from '../operation.ts'
import type { PagedSource } from '../paged-rows.ts'

export const callMessageOperations = [
  operation(readCallMessages, inProject('read'), async (request, context) => ({
    calls: await context.reply.gather(messagesSource(context, request)),
  })),
]

const COLUMNS = ['attributes', 'inputs', 'output'] as const

/** Only the messages of a page are kept, so that the payloads of one page at a time are in memory. */
function messagesSource(
  { storage }: Context,
  { project_id, ids }: { readonly project_id: string; readonly ids: readonly string[] },
): PagedSource<string, ReturnType<typeof withMessages>> {
  return {
    keys: [[...new Set(ids)]],
    keyOf: ({ id }) => id,
    read: async (page, bytesMax) => {
      const { rows, ...rest } = await storage.calls.readPage(project_id, page, COLUMNS, { bytesMax })
      return { ...rest, rows: rows.map(withMessages) }
    },
  }
}

const withMessages = (call: StoredCall) => ({ id: call.id, ...messagesOfCall(new CallSource(call)) })
