import { randomUUID } from 'node:crypto'
import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const ANSWER = [
  '# Two trains',
  '| train | leaves |\n|---|---|\n| **RJ 65** | 8:00 |\n| RJ 67 | 9:00 |',
  '```python\nbook("RJ 65")\n```',
  'See [the timetable](https://example.com/trains) or ![a map](https://example.com/map.png).',
  '[Do not click](javascript:alert(1)) <img src="https://example.com/x.png" onerror="alert(1)">',
].join('\n\n')

const CHAT = {
  op_name: 'openai.chat.completions.create',
  inputs: {
    model: 'gpt-4o',
    temperature: 0.2,
    tools: [{ type: 'function', function: { name: 'find_trains', description: 'Finds **trains**' } }],
    messages: [
      { role: 'system', content: 'You plan trips.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Which trains go to Graz?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 't1', type: 'function', function: { name: 'find_trains', arguments: '{"to":"Graz"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 't1', content: 'RJ 65 and RJ 67' },
    ],
  },
  output: {
    choices: [
      {
        finish_reason: 'stop',
        message: { role: 'assistant', reasoning_content: 'Graz is south of Vienna.', content: ANSWER },
      },
    ],
  },
}

test('an answer is formatted Markdown, and nothing in it is HTML or leads astray', async ({
  server,
  page,
}) => {
  await openCall(page, await writeCall(server.client, CHAT))
  const output = page.getByRole('region', { name: 'Output messages' })

  await output.getByRole('cell', { name: 'RJ 65' }).waitFor()

  await output.getByText('book("RJ 65")').waitFor()
  const links = await output
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
  expect(links.filter((href) => !href?.startsWith('https://example.com/'))).toEqual([])
  expect(await output.getByRole('img').count()).toBe(0)
  await output.getByText('<img src="https://example.com/x.png"').waitFor()
  await expectAccessible(page)
})

test('each paragraph has the direction of its script', async ({ server, page }) => {
  const output = 'Hello.\n\nשלום, Graz!'
  await openCall(
    page,
    await writeCall(server.client, { op_name: 'greet', inputs: { q: 'مرحبا (Wien)' }, output }),
  )

  await eventually(() => sideOfText(page.getByText('שלום, Graz!'))).toBe('right')
  expect(await sideOfText(page.getByText('مرحبا (Wien)'))).toBe('right')
  expect(await sideOfText(page.getByText('Hello.'))).toBe('left')
})

/** The edge of an element at which its text begins. */
const sideOfText = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => {
    const range = element.ownerDocument.createRange()
    range.selectNodeContents(element)
    const indent = range.getBoundingClientRect().left - element.getBoundingClientRect().left
    return indent < 1 ? 'left' : 'right'
  })

test('a tool call and its result are one card, and images are shown in their message', async ({
  server,
  page,
}) => {
  await openCall(page, await writeCall(server.client, CHAT))
  const input = page.getByRole('region', { name: 'Input messages' })

  const card = input.getByRole('article').filter({ hasText: 'find_trains' })
  await card.getByText('RJ 65 and RJ 67').waitFor()

  await card.getByText('Graz', { exact: true }).waitFor()
  expect(await input.getByRole('article').count()).toBe(3)
  await input.getByRole('img', { name: 'Part of the message' }).waitFor()
})

test('thinking, the system prompt and the settings unfold by keyboard', async ({ server, page }) => {
  await openCall(page, await writeCall(server.client, CHAT))
  const thought = page.getByText('Graz is south of Vienna.')
  expect(await thought.isVisible()).toBe(false)

  await page.getByText('Thinking', { exact: false }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'System' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 tool').focus()
  await page.keyboard.press('Enter')

  await thought.waitFor({ state: 'visible' })
  await page
    .getByRole('region', { name: 'Input messages' })
    .getByText('You plan trips.', { exact: true })
    .waitFor()
  await page.getByRole('tabpanel').getByText('Finds trains').waitFor()
  await expectAccessible(page)
})

test('a failed call shows its error and stack above everything else', async ({ server, page }) => {
  const exception =
    'Traceback (most recent call last):\n  File "trip.py", line 7, in plan\nTimeoutError: no reply'
  await openCall(page, await writeCall(server.client, { ...CHAT, output: null, exception }))

  const error = page.getByRole('region', { name: 'Error' })
  await error.getByText('TimeoutError: no reply').first().waitFor()

  await error.getByText('line 7, in plan').waitFor()
  await error.getByRole('button', { name: 'Copy error' }).waitFor()
  await expectAccessible(page)
})

test('a megabyte of text and hostile Markdown leave the page usable', async ({ server, page }) => {
  const content = `${'> '.repeat(3000)}\n${'- '.repeat(3000)}\n|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n`
  const inputs = {
    model: 'gpt-4o',
    messages: [
      { role: 'user', content },
      { role: 'user', content: 'long text '.repeat(100_000) },
    ],
  }
  await openCall(page, await writeCall(server.client, { ...CHAT, inputs }))

  await page.getByRole('button', { name: 'Show all 1,000,000 characters' }).click()

  await page.getByRole('button', { name: 'Show less' }).first().waitFor()
  await page.getByLabel('Payload view').getByText('JSON').click()
  await page.getByRole('tree', { name: 'Inputs' }).waitFor()
})

test('a conversation is read across its traces, and its list shows how it began', async ({
  server,
  page,
}) => {
  const thread_id = `trip-${randomUUID()}`
  for (const [question, answer] of [
    ['Which trains go to Graz?', 'Two **trains**.'],
    ['Book the first one.', 'Booked.'],
  ]) {
    const id = randomUUID()
    const inputs = { model: 'gpt-4o', messages: [{ role: 'user', content: question }] }
    const output = { choices: [{ message: { role: 'assistant', content: answer } }] }
    await writeCall(server.client, { ...CHAT, id, turn_id: id, thread_id, inputs, output })
  }

  await page.goto(inProject(`threads?thread=${thread_id}`))
  const turns = page.getByRole('region', { name: `Conversation ${thread_id}` })

  await turns.getByText('Book the first one.').waitFor()
  await turns.getByText('Booked.').waitFor()
  await eventually(() => turns.locator('strong').textContent()).toBe('trains')
  await page.getByRole('columnheader', { name: 'First message' }).waitFor()
  await expectAccessible(page)
})

test('users are listed with what they used, and lead to their traces', async ({ server, page }) => {
  const user_id = `user-${randomUUID()}`
  await writeCall(server.client, { ...CHAT, attributes: { user_id }, exception: 'ValueError: no' })

  await page.goto(inProject('traces'))
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('row').filter({ hasText: user_id }).getByRole('cell', { name: '1' }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: user_id }).click()

  await page.waitForURL(`**/traces?filter=*${user_id}*`)
  await eventually(() => page.getByRole('link', { name: CHAT.op_name }).count()).toBe(1)
})

async function openCall(page: Page, id: string): Promise<void> {
  await page.goto(inProject(`calls/${id}`))
  await page.getByRole('region', { name: 'Selected call' }).waitFor()
}

/** Stores a finished call of its own trace and returns its id. */
async function writeCall(client: Client, fields: Partial<CallCompleteRecord>): Promise<string> {
  const [entity = '', project = ''] = PROJECT.split('/')
  const now = Date.now()
  const id = randomUUID()
  const call = {
    project_id: PROJECT,
    id,
    trace_id: randomUUID(),
    op_name: 'chat',
    started_at: new Date(now).toISOString(),
    ended_at: new Date(now + 1000).toISOString(),
    attributes: {},
    inputs: {},
    summary: {},
    ...fields,
  }
  await client.call(completeCalls, { entity, project, batch: [call] })
  return call.id ?? id
}
