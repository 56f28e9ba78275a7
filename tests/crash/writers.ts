import { completeCalls, upsertCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { createCosts } from '@heddle/contract/costs'
import { createFeedback } from '@heddle/contract/feedback'
import { createFile } from '@heddle/contract/files'
import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'

export const PROJECT = 'team/crash'

/** What was acknowledged, by kind, as the ids or digests to look for. */
export interface Acknowledged {
  readonly calls: string[]
  readonly ended: string[]
  readonly feedback: string[]
  readonly objects: { readonly object_id: string; readonly digest: string }[]
  readonly tables: string[]
  readonly files: string[]
  readonly prices: string[]
}

export const nothingYet = (): Acknowledged => ({
  calls: [],
  ended: [],
  feedback: [],
  objects: [],
  tables: [],
  files: [],
  prices: [],
})

type Writer = (client: Client, tag: string, acknowledged: Acknowledged) => Promise<void>

const AT = '2026-01-01T00:00:00Z'

/** One writer per write path. Each records a write only after its response. */
export const WRITERS: readonly Writer[] = [
  async (client, tag, acknowledged) => {
    const ids = Array.from({ length: 20 }, (_, index) => `${tag}-batch-${index}`)
    const starts = ids.map((id) => ({ mode: 'start' as const, req: { start: startOf(id) } }))
    await client.call(upsertCalls, { batch: starts })
    acknowledged.calls.push(...ids)
    const ends = ids.map((id) => ({
      mode: 'end' as const,
      req: { end: { ...endOf(id), project_id: PROJECT, id } },
    }))
    await client.call(upsertCalls, { batch: ends })
    acknowledged.ended.push(...ids)
  },
  async (client, tag, acknowledged) => {
    const ids = Array.from({ length: 20 }, (_, index) => `${tag}-whole-${index}`)
    const batch = ids.map((id) => ({ ...startOf(id), ...endOf(id), trace_id: id }))
    await client.call(completeCalls, { entity: 'team', project: 'crash', batch })
    acknowledged.calls.push(...ids)
    acknowledged.ended.push(...ids)
  },
  async (client, tag, acknowledged) => {
    const { id } = await client.call(createFeedback, {
      project_id: PROJECT,
      weave_ref: `weave:///${PROJECT}/call/${tag}`,
      feedback_type: 'wandb.note.1',
      payload: { note: tag },
    })
    acknowledged.feedback.push(id)
  },
  async (client, tag, acknowledged) => {
    const { digest } = await client.call(createObject, {
      obj: { project_id: PROJECT, object_id: 'thing', val: { tag } },
    })
    acknowledged.objects.push({ object_id: 'thing', digest })
  },
  async (client, tag, acknowledged) => {
    const { digest } = await client.call(createTable, { table: { project_id: PROJECT, rows: [{ tag }] } })
    acknowledged.tables.push(digest)
  },
  async (client, tag, acknowledged) => {
    const { digest } = await client.call(createFile, {
      project_id: PROJECT,
      file: new TextEncoder().encode(tag),
    })
    acknowledged.files.push(digest)
  },
  async (client, tag, acknowledged) => {
    const price = { prompt_token_cost: 1, completion_token_cost: 2 }
    const { ids } = await client.call(createCosts, { project_id: PROJECT, costs: { [tag]: price } })
    acknowledged.prices.push(...ids.map(([id]) => id))
  },
]

const startOf = (id: string) => ({
  project_id: PROJECT,
  id,
  trace_id: id,
  op_name: 'crash',
  started_at: AT,
  attributes: {},
  inputs: { text: `question ${id} `.repeat(20) },
})

const endOf = (id: string) => ({ ended_at: AT, output: `answer ${id}`, summary: {} })
