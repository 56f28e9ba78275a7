import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { eventually, test } from './browser.ts'

const BATCH = 500

test('of a long conversation the latest turns are shown, then earlier ones; the list knows all', async ({
  server,
  page,
}) => {
  await writeTurns(server.client, 'long', 2_001)
  await writeTurns(server.client, 'short', 1)

  await page.goto('/demo/long-talks/weave/threads?thread=long')

  const turns = page.getByRole('region', { name: 'Conversation long' })
  await eventually(() => turns.getByRole('listitem').count()).toBe(200)
  await turns.getByText('Question 2000 of long').waitFor()
  await turns.getByRole('button', { name: 'Show earlier turns' }).click()
  await eventually(() => turns.getByRole('listitem').count()).toBe(400)
  await turns.getByText('Question 1601 of long').waitFor()
  await page.getByRole('row', { name: /Question 0 of long/ }).waitFor()
  // It began after more turns of others than one request has.
  await page.getByRole('row', { name: /Question 0 of short/ }).waitFor()
})

/** A conversation whose turns follow each other, and those of the conversation before. */
async function writeTurns(client: Client, thread_id: string, count: number): Promise<void> {
  const turns = Array.from({ length: count }, (_, at): CallCompleteRecord => {
    const id = `${thread_id}-${at}`
    const started_at = new Date(Date.now() - (count - at) * 1_000).toISOString()
    return {
      project_id: 'demo/long-talks',
      id,
      trace_id: id,
      thread_id,
      turn_id: id,
      op_name: 'chat',
      started_at,
      ended_at: started_at,
      attributes: {},
      inputs: { model: 'gpt-4o', messages: [{ role: 'user', content: `Question ${at} of ${thread_id}` }] },
      output: null,
      summary: {},
    }
  })
  for (let from = 0; from < count; from += BATCH) {
    const batch = turns.slice(from, from + BATCH)
    await client.call(completeCalls, { entity: 'demo', project: 'long-talks', batch })
  }
}
