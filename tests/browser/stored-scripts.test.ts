import { createAnnotationQueue } from '@heddle/contract/annotation-queues'
import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { createFeedback } from '@heddle/contract/feedback'
import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import { expect } from 'vitest'
import { boxOf, test } from './browser.ts'
import { inProject } from './demo-server.ts'

const PROJECT = 'demo/hostile'
const hostile = (page: string): string => inProject(page).replace('demo/assistant', PROJECT)

/** Would set a variable of the page if any of it were HTML, a link or a script. */
const SCRIPT = 'window.hostile=1'
const TEXT = `hostile "'><img src=x onerror="${SCRIPT}"><script>${SCRIPT}</script>[go](javascript:${SCRIPT})`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`
const HTML = Buffer.from(`<h1>${TEXT}</h1>`).toString('base64')

const OPENAI = {
  op_name: 'openai.chat.completions.create',
  inputs: {
    model: TEXT,
    tools: [{ type: 'function', function: { name: TEXT, description: TEXT } }],
    messages: [
      { role: 'system', content: TEXT },
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: `${TEXT}\n\n![picture](javascript:${SCRIPT})\n\n<${`javascript:${SCRIPT}`}>`,
          },
          { type: 'image_url', image_url: { url: `data:image/svg+xml,${encodeURIComponent(SVG)}` } },
          { type: 'image_url', image_url: { url: `javascript:${SCRIPT}` } },
          { type: 'file', file: { filename: TEXT, file_data: `data:text/html;base64,${HTML}` } },
        ],
      },
      { role: TEXT, name: TEXT, content: TEXT },
    ],
  },
  output: { choices: [{ message: { role: 'assistant', content: TEXT, reasoning_content: TEXT } }] },
}

const ANTHROPIC = {
  op_name: 'anthropic.messages.create',
  inputs: {
    model: 'claude',
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'document',
            title: TEXT,
            source: { type: 'base64', media_type: 'text/html', data: HTML },
          },
          { type: 'document', title: TEXT, source: { type: 'text', media_type: 'text/plain', data: TEXT } },
          { type: 'image', source: { type: 'url', url: `javascript:${SCRIPT}` } },
        ],
      },
    ],
  },
  output: { role: 'assistant', content: [{ type: 'text', text: TEXT }] },
}

const RETRIEVAL = {
  op_name: 'retrieve',
  attributes: { 'openinference.span.kind': 'RETRIEVER' },
  inputs: { query: TEXT },
  output: { documents: [{ id: TEXT, page_content: TEXT, metadata: { source: `javascript:${SCRIPT}` } }] },
}

const OTHER = {
  op_name: TEXT,
  display_name: TEXT,
  exception: `Traceback\n  File "${TEXT}", line 1\n${TEXT}: ${TEXT}`,
  attributes: { user_id: TEXT, [TEXT]: TEXT },
  inputs: { [TEXT]: TEXT, url: `javascript:${SCRIPT}` },
  output: TEXT,
}

/** Stores hostile texts wherever a client can. Returns the pages that show them. */
async function store(client: Client): Promise<string[]> {
  const now = Date.now()
  const calls = [OPENAI, ANTHROPIC, RETRIEVAL, OTHER].map((fields, index): CallCompleteRecord => {
    const id = `hostile-${index}`
    return {
      project_id: PROJECT,
      id,
      trace_id: id,
      thread_id: TEXT,
      turn_id: id,
      started_at: new Date(now - 1000).toISOString(),
      ended_at: new Date(now).toISOString(),
      attributes: {},
      summary: { usage: { [TEXT]: { requests: 1, prompt_tokens: 5, completion_tokens: 5 } } },
      ...fields,
    }
  })
  await client.call(completeCalls, { entity: 'demo', project: 'hostile', batch: calls })
  const table = await client.call(createTable, { table: { project_id: PROJECT, rows: [{ [TEXT]: TEXT }] } })
  const rows = `weave:///${PROJECT}/table/${table.digest}`
  const dataset = { _type: 'Dataset', _class_name: 'Dataset', _bases: ['Object'], name: TEXT, rows }
  const prompt = {
    _type: 'StringPrompt',
    _class_name: 'StringPrompt',
    _bases: ['Prompt', 'Object'],
    content: TEXT,
  }
  const published = await Promise.all(
    Object.entries({ rows: dataset, prompt }).map(([object_id, val]) =>
      client.call(createObject, { obj: { project_id: PROJECT, object_id, val } }),
    ),
  )
  for (const [feedback_type, payload] of [
    ['wandb.note.1', { note: TEXT }],
    [TEXT, { [TEXT]: TEXT }],
  ] as const) {
    await client.call(createFeedback, {
      project_id: PROJECT,
      weave_ref: `weave:///${PROJECT}/call/hostile-0`,
      creator: TEXT,
      feedback_type,
      payload,
    })
  }
  await client.call(createAnnotationQueue, { project_id: PROJECT, name: TEXT, description: TEXT })
  const [data, text] = published.map(({ digest }) => digest)
  return [
    'traces',
    ...calls.map(({ id }) => `calls/${id}`),
    'compare?calls=hostile-0,hostile-3',
    'threads',
    'feedback',
    'users',
    'dashboard',
    'costs',
    `datasets/rows/versions/${data}`,
    `objects/prompt/versions/${text}`,
  ].map(hostile)
}

/** Links to other places than pages, except those that download a file. */
const OTHER_LINKS = 'a:not([href^="http"], [href^="/"], [href^="#"], [href^="data:"][download])'

test('what clients stored is shown as text on every page, and nothing of it runs', async ({
  server,
  page,
}) => {
  for (const address of await store(server.client)) {
    await page.goto(address)
    await page.getByRole('main').getByText('hostile "').first().waitFor()

    const runs = await page.evaluate(`Object.hasOwn(window, 'hostile')`)
    const html = await page.locator('img[onerror], svg[onload], iframe, object, embed').count()
    const links = await page.locator(OTHER_LINKS).evaluateAll((found) => found.map((link) => link.outerHTML))
    expect({ address, runs, html, links }).toEqual({ address, runs: false, html: 0, links: [] })
  }
})

test('the API reference obeys its content security policy', async ({ page, expectedErrors }) => {
  expectedErrors.push('404 /favicon.ico')
  await page.goto('/docs')

  const { height } = await boxOf(page.getByRole('navigation', { name: 'Operations' }))

  // Without its style sheet, the list would be as long as the page.
  expect(height).toBe(page.viewportSize()?.height)
})
