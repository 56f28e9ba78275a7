import { countCalls, queryCalls } from '@heddle/contract/calls-query'
import type { Client } from '@heddle/contract/client'
import { queryCosts } from '@heddle/contract/costs'
import { queryFeedback } from '@heddle/contract/feedback'
import { readFile } from '@heddle/contract/files'
import { readObject } from '@heddle/contract/objects'
import { queryTable } from '@heddle/contract/tables'
import { type Acknowledged, PROJECT } from './writers.ts'

/** Everything that was acknowledged and cannot be read back. */
export async function missingFrom(client: Client, acknowledged: Acknowledged): Promise<string[]> {
  return [
    ...(await missingCalls(client, acknowledged)),
    ...(await missingRows(client, acknowledged)),
    ...(await missingContents(client, acknowledged)),
  ]
}

async function missingCalls(client: Client, { calls, ended }: Acknowledged): Promise<string[]> {
  const statusOf = new Map<string, unknown>()
  for (let at = 0; at < calls.length; at += 1000) {
    const filter = { call_ids: calls.slice(at, at + 1000) }
    const page = await client.call(queryCalls, { project_id: PROJECT, filter })
    for (const { id, output } of page.calls) statusOf.set(id, output)
    const { count } = await client.call(countCalls, { project_id: PROJECT, filter })
    if (count !== page.calls.length) return [`the count ${count} of ${page.calls.length} calls`]
  }
  return [
    ...calls.filter((id) => !statusOf.has(id)).map((id) => `call ${id}`),
    ...ended.filter((id) => statusOf.get(id) !== `answer ${id}`).map((id) => `the end of call ${id}`),
  ]
}

async function missingRows(client: Client, { feedback, prices }: Acknowledged): Promise<string[]> {
  const { result } = await client.call(queryFeedback, { project_id: PROJECT, fields: ['id'] })
  const { results } = await client.call(queryCosts, { project_id: PROJECT, fields: ['id'] })
  const rows = new Set(result.map(({ id }) => id))
  const known = new Set(results.map(({ id }) => id))
  return [
    ...feedback.filter((id) => !rows.has(id)).map((id) => `feedback ${id}`),
    ...prices.filter((id) => !known.has(id)).map((id) => `price ${id}`),
  ]
}

async function missingContents(client: Client, { objects, tables, files }: Acknowledged): Promise<string[]> {
  const missing: string[] = []
  for (const object of objects) {
    const found = await client.call(readObject, { project_id: PROJECT, ...object }).catch(() => null)
    if (!found) missing.push(`object ${object.digest}`)
  }
  for (const digest of tables) {
    const { rows } = await client.call(queryTable, { project_id: PROJECT, digest })
    if (rows.length !== 1) missing.push(`table ${digest}`)
  }
  for (const digest of files) {
    const found = await client.call(readFile, { project_id: PROJECT, digest }).catch(() => null)
    if (!found) missing.push(`file ${digest}`)
  }
  return missing
}
