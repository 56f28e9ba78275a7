import { ApiError } from '@heddle/contract/client'
import { type CallMessages, readCallMessages } from '@heddle/contract/messages'
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chatOf, comparable } from '../messages/chat.ts'
import { exactClient, idBatches } from './client.ts'

const RUNNING_REFETCH_MS = 3000

interface MessagesOptions {
  readonly isRunning?: boolean
  readonly enabled?: boolean
}

/** A call as messages, or null if it does not exist. Polls while the call is running, then reads its end. */
export function useMessages(
  projectId: string,
  callId: string,
  { isRunning = false, enabled = true }: MessagesOptions = {},
) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isRunning) return
    // What was read while the call was running lacks its answer: fetched again now, or when next shown.
    return () => {
      const { queryKey } = messagesQuery(projectId, callId)
      void queryClient.invalidateQueries({ queryKey })
    }
  }, [queryClient, projectId, callId, isRunning])
  return useQuery({
    ...messagesQuery(projectId, callId),
    enabled,
    refetchInterval: isRunning ? RUNNING_REFETCH_MS : false,
  })
}

/** Several calls as messages, in the order of their ids. */
export const useMessagesOf = (projectId: string, callIds: readonly string[]) =>
  useQueries({ queries: callIds.map((id) => messagesQuery(projectId, id)) })

/** What was said in each call, as a text that is equal if nothing changed. Meant for small traces. */
export function useComparableMessages(projectId: string, callIds: readonly string[], enabled: boolean) {
  return useQuery({
    queryKey: ['comparable-messages', projectId, callIds],
    enabled,
    queryFn: async () => {
      const calls = await readMessages(projectId, callIds)
      return new Map([...calls].map(([id, call]) => [id, comparableCall(call)]))
    },
  })
}

/** Any number of calls as messages, by id. */
export async function readMessages(projectId: string, callIds: readonly string[]): Promise<Messages> {
  const calls = new Map<string, CallMessages>()
  for (const batch of idBatches(callIds, IDS_MAX)) {
    for (const [id, call] of await readAll(projectId, batch)) calls.set(id, call)
  }
  return calls
}

function comparableCall({ tools, settings, documents, ...messages }: CallMessages): string {
  const { input, output } = chatOf(messages)
  return `${comparable(input)}\n${comparable(output)}\n${JSON.stringify([tools, settings, documents])}`
}

const messagesQuery = (projectId: string, callId: string) =>
  queryOptions({
    queryKey: ['messages', projectId, callId],
    structuralSharing: false,
    queryFn: async () => (await batchWith(projectId, callId).reply).get(callId) ?? null,
  })

const IDS_MAX = 100

type Messages = ReadonlyMap<string, CallMessages>

interface Batch {
  readonly ids: string[]
  readonly reply: Promise<Messages>
}

/** Batches by project that have not been sent yet. */
const unsent = new Map<string, Batch>()

/** Adds a call to the request that is sent at the end of this task, together with all others of the task. */
function batchWith(projectId: string, callId: string): Batch {
  const last = unsent.get(projectId)
  const batch = last && last.ids.length < IDS_MAX ? last : newBatch(projectId)
  batch.ids.push(callId)
  return batch
}

function newBatch(projectId: string): Batch {
  const ids: string[] = []
  const reply = Promise.resolve().then(() => {
    if (unsent.get(projectId) === batch) unsent.delete(projectId)
    return readAll(projectId, ids)
  })
  const batch = { ids, reply }
  unsent.set(projectId, batch)
  return batch
}

/** The server refuses responses that are too large, but never that of a single call. */
async function readAll(project_id: string, ids: string[]): Promise<Messages> {
  try {
    const { calls } = await exactClient.call(readCallMessages, { project_id, ids })
    return new Map(calls.map((call) => [call.id, call]))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 413 || ids.length === 1) throw error
    const half = Math.ceil(ids.length / 2)
    const first = await readAll(project_id, ids.slice(0, half))
    return new Map([...first, ...(await readAll(project_id, ids.slice(half)))])
  }
}
