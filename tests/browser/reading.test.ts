import { randomUUID } from 'node:crypto'
import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { queryObjects } from '@heddle/contract/objects'
import { queryTable } from '@heddle/contract/tables'
import { expect } from 'vitest'
import { readRecording } from '../instrumentations/recordings.ts'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { API_KEY, inProject, PROJECT } from './demo-server.ts'

const LOOKUP = { id: 't1', type: 'function', function: { name: 'find_trains', arguments: '{"to":"Graz"}' } }

test('a tool card has the duration of its call, and a transcript repeats nothing', async ({
  server,
  page,
}) => {
  const { root, answer } = await writeAgentTrace(server.client)

  await page.goto(inProject(`calls/${answer}`))
  const card = page
    .getByRole('region', { name: 'Input messages' })
    .getByRole('article')
    .filter({ hasText: 'find_trains' })
  await card.getByRole('link', { name: 'Open tool call' }).getByText('1.50 s').waitFor()
  await card.getByText('TimeoutError: no reply').waitFor()

  await page.goto(inProject(`calls/${root}?mode=transcript`))
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await transcript.getByText('Calls find_trains').waitFor()
  await transcript.getByText('passed on unchanged').waitFor()
  await eventually(() => transcript.getByText('No trains today.').count()).toBe(1)
  await eventually(() => transcript.getByText('Result', { exact: true }).count()).toBe(0)
  await expectAccessible(page)

  await page.goto(inProject(`calls/${answer}`))
  await card.getByRole('link', { name: 'Open tool call' }).click()
  await page.getByRole('region', { name: 'Error' }).getByText('TimeoutError: no reply').first().waitFor()
})

test('a trace of one call leaves all of a small window to the call', async ({ server, page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const [id] = await writeCalls(server.client, [chat('Where is Graz?', 'In Styria.')])

  await page.goto(inProject(`calls/${id}`))
  await page.getByRole('region', { name: 'Output messages' }).waitFor()

  expect(await page.getByRole('region', { name: 'Trace structure' }).count()).toBe(0)
})

test('two chats are compared by what was said, and by their JSON on request', async ({ server, page }) => {
  const ids = await writeCalls(server.client, [
    chat('Where is Graz?', 'In Styria.'),
    chat('Where is Graz?', 'In Austria.'),
  ])
  await page.goto(inProject(`compare?calls=${ids.join(',')}&mode=traces`))
  const pair = page.getByRole('region', { name: 'Selected calls' })

  await pair.getByRole('group', { name: 'Output' }).getByText('In Austria.', { exact: true }).waitFor()
  expect(await pair.getByText('"content"').count()).toBe(0)
  await expectAccessible(page)

  await pair.getByRole('button', { name: 'JSON' }).click()
  await pair.getByText('"content": "In Austria."').waitFor()
})

test('chats with other ids that say the same are the same', async ({ server, page }) => {
  const ids = await writeCalls(server.client, [chat('Hi', 'Hello', 'r1'), chat('Hi', 'Hello', 'r2')])

  await page.goto(inProject(`compare?calls=${ids.join(',')}&mode=traces`))

  await page.getByRole('treegrid').getByRole('row', { name: 'same' }).waitFor()
})

test('calls become rows of a dataset, with the columns that the user chose', async ({ server, page }) => {
  await writeCalls(server.client, [chat('Where is Bregenz?', 'In **Vorarlberg**.')])
  await page.goto(inProject('traces?filter=Vorarlberg'))
  await page.getByRole('checkbox', { name: 'Select row' }).first().check()
  await page.getByRole('button', { name: 'Add to dataset' }).click()

  await page.getByLabel('Dataset', { exact: true }).fill('geography')
  await page.getByText('"Where is Bregenz?"').waitFor()
  await page.getByLabel('Name of column 2').fill('expected')
  await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByLabel('Name of column 3').fill('model')
  await page.getByLabel('Source of column 3').selectOption('inputs.model')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 1 row' }).click()

  await page.getByText('Added 1 row to geography').waitFor()
  expect(await rowsOf(server.client, 'geography')).toEqual([
    { input: 'Where is Bregenz?', expected: 'In **Vorarlberg**.', model: 'gpt-4o' },
  ])
})

test("an agent's conversation is a chat with its tools", async ({ server, page }) => {
  const recording = readRecording('weave-openai-agents')
  const scenario = recording.scenarios.find(({ name }) => name === 'agent')
  for (const { path, json } of scenario?.requests ?? []) {
    const authorization = `Basic ${Buffer.from(`api:${API_KEY}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json', project_id: PROJECT }
    await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(json) })
  }
  const conversation = /"(trace_[0-9a-f]+)"/.exec(JSON.stringify(scenario))?.[1]

  await page.goto(inProject(`agents/conversations/${conversation}`))

  const tool = page.getByRole('article').filter({ hasText: 'get_weather' })
  await tool.getByText('city').waitFor()
  await tool.getByText(/^\d+ ms$/).waitFor()
  await page.getByRole('article').filter({ hasText: 'It is 18 °C and sunny in Paris.' }).waitFor()
  await expectAccessible(page)
})

type NewCall = Partial<CallCompleteRecord> & Pick<CallCompleteRecord, 'op_name' | 'inputs'>

const chat = (question: string, answer: string, id = 'r'): NewCall => ({
  op_name: 'openai.chat.completions.create',
  inputs: { model: 'gpt-4o', messages: [{ role: 'user', content: question }] },
  output: { id, choices: [{ message: { role: 'assistant', content: answer } }] },
})

/** Stores calls that took 1.5 s each, and returns their ids. */
async function writeCalls(client: Client, calls: readonly NewCall[]): Promise<string[]> {
  const [entity = '', project = ''] = PROJECT.split('/')
  const now = Date.now()
  const batch = calls.map((call, at) => ({
    project_id: PROJECT,
    id: randomUUID(),
    trace_id: randomUUID(),
    started_at: new Date(now + at * 2000).toISOString(),
    ended_at: new Date(now + at * 2000 + 1500).toISOString(),
    attributes: {},
    summary: {},
    ...call,
  }))
  await client.call(completeCalls, { entity, project, batch })
  return batch.map(({ id }) => id)
}

/** An agent asks for a tool, which fails, and answers; another call passes the answer on. */
async function writeAgentTrace(client: Client): Promise<{ root: string; answer: string }> {
  const [root, trace_id, answer] = [randomUUID(), randomUUID(), randomUUID()]
  const below = { trace_id, parent_id: root }
  const question = { role: 'user', content: 'Which trains go to Graz?' }
  const asked = { role: 'assistant', content: null, tool_calls: [LOOKUP] }
  const failed = { role: 'tool', tool_call_id: 't1', content: 'failed' }
  const said = { role: 'user', content: 'No trains today.' }
  const weave = (kind: string) => ({ attributes: { weave: { kind } } })
  await writeCalls(client, [
    {
      id: root,
      trace_id,
      op_name: 'agent',
      ...weave('agent'),
      inputs: { question: 'Which trains?' },
      output: 'No trains today.',
    },
    {
      ...chat('', ''),
      ...below,
      inputs: { model: 'gpt-4o', messages: [question] },
      output: { choices: [{ message: asked }] },
    },
    {
      op_name: 'find_trains',
      ...below,
      ...weave('tool'),
      inputs: { to: 'Graz' },
      exception: 'TimeoutError: no reply',
    },
    {
      ...chat('', 'No trains today.'),
      ...below,
      id: answer,
      inputs: { model: 'gpt-4o', messages: [question, asked, failed] },
    },
    { op_name: 'parse', ...below, inputs: { messages: [said] }, output: { messages: [said] } },
  ])
  return { root, answer }
}

async function rowsOf(client: Client, dataset: string): Promise<unknown[]> {
  const filter = { object_ids: [dataset], latest_only: true }
  const { objs } = await client.call(queryObjects, { project_id: PROJECT, filter })
  const digest = /table\/([^"/]+)/.exec(JSON.stringify(objs[0]?.val))?.[1] ?? ''
  const { rows } = await client.call(queryTable, { project_id: PROJECT, digest })
  return rows.map(({ val }) => val)
}
