import { endCall, startCall } from '@heddle/contract/calls'
import type { Client } from '@heddle/contract/client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { API_KEY, inProject, PROJECT } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

const HEADER_ROWS = 1

test('a new call appears while the table is open and finishes in place', async ({ server, page }) => {
  await openTraces(page)

  const { id } = await start(server.client, 'live-call')
  await page.getByRole('button', { name: '1 new' }).click()
  await row(page, 'live-call').getByRole('img', { name: 'Running' }).waitFor()
  await finish(server.client, id, 'done at last')

  await row(page, 'live-call').getByRole('img', { name: 'Success' }).waitFor()
  expect(await row(page, 'live-call').textContent()).toContain('done at last')
})

test('a call that no longer matches after its end finishes in place', async ({ server, page }) => {
  const { id } = await start(server.client, 'ending-call')
  await page.goto(inProject('traces?filter=status:running'))
  await row(page, 'ending-call').getByRole('img', { name: 'Running' }).waitFor()

  await finish(server.client, id, 'done after all')

  await row(page, 'ending-call').getByRole('img', { name: 'Success' }).waitFor()
  expect(await row(page, 'ending-call').textContent()).toContain('done after all')
})

test('live mode shows new calls without a click', async ({ server, page }) => {
  await openTraces(page)

  await page.getByRole('button', { name: 'Show live updates' }).click()
  await start(server.client, 'followed-call')

  await row(page, 'followed-call').waitFor()
})

test('new calls are counted up to a thousand, and the newest are shown on click', async ({
  server,
  page,
}) => {
  const busy = 'demo/busy'
  await writeTrace(server.client, { op: 'first-call', output: '' }, busy)
  await page.goto(`/${busy}/weave/traces?filter=`)
  await page.getByText('1 call', { exact: true }).waitFor()

  const calls = Array.from({ length: 1100 }, (_, index) => ({ op: `busy-${index}`, output: '' }))
  await writeTrace(server.client, { op: 'busy', output: '', calls }, busy)
  await page.getByRole('button', { name: '1,000+ new' }).click()

  await row(page, 'busy-1099').waitFor()
  await page.getByText('1,102 calls', { exact: true }).waitFor()
})

test('a filter shows only matching calls, and Back removes it', async ({ page }) => {
  await openTraces(page)
  const before = await callCount(page)

  await addFilter(page, 'status:error')

  await eventually(() => callCount(page)).toBeLessThan(before)
  // The count and the rows come by requests of their own, in either order.
  await eventually(() => othersThan(page, 'Error')).toBe(0)
  await eventually(() => ofStatus(page, 'Error').count()).toBe(await callCount(page))
  await page.goBack()
  await eventually(() => callCount(page)).toBe(before)
})

test('without root:true every call is listed', async ({ page }) => {
  await openTraces(page)
  const roots = await callCount(page)

  await page.getByRole('button', { name: 'Remove root:true' }).click()

  await eventually(() => callCount(page)).toBeGreaterThan(roots)
})

test('an invalid filter shows its problem and no calls', async ({ page }) => {
  await openTraces(page)

  await addFilter(page, 'latency:>soon')

  await page.getByText('Invalid filter').waitFor()
  const problem = page.getByRole('search').getByRole('alert')
  expect(await problem.innerText()).toBe('latency:>soon: write a duration as 500ms, 1.5s or 2m')
})

test('known values are suggested while typing', async ({ page }) => {
  await openTraces(page)

  await page.keyboard.press('/')
  await page.keyboard.type('attributes.env:')

  await page.getByRole('option', { name: 'production' }).waitFor()
})

test('names and values of feedback are suggested while typing', async ({ page }) => {
  await openTraces(page)

  await page.keyboard.press('/')
  await page.keyboard.type('feedback.')
  const name = page.getByRole('option', { name: /^feedback\.\w+:/ }).first()
  await name.waitFor()
  await page.keyboard.type('emoji:')

  await page.getByRole('option', { name: '👍' }).waitFor()
})

test('a large number is shown with all digits', async ({ server, page }) => {
  const started_at = new Date().toISOString()
  const start = { project_id: PROJECT, op_name: 'large-number', started_at, attributes: {}, inputs: {} }
  const body = JSON.stringify({ start }).replace('"inputs":{}', '"inputs":{"order":12345678901234567890}')
  await fetch(`${server.url}/call/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`api:${API_KEY}`)}` },
    body,
  })

  await page.goto(inProject('traces?filter=op:large-number'))

  await row(page, 'large-number').getByText('order: 12345678901234567890').waitFor()
})

test('a root that reports no usage shows what the calls below it used', async ({ server, page }) => {
  const root = await start(server.client, 'reports-nothing')
  const answer = await server.client.call(startCall, {
    start: {
      project_id: PROJECT,
      op_name: 'answer',
      trace_id: root.trace_id,
      parent_id: root.id,
      started_at: new Date().toISOString(),
      attributes: {},
      inputs: {},
    },
  })
  const usage = { 'gpt-4o-mini': { prompt_tokens: 1000, completion_tokens: 234, total_tokens: 1234 } }
  await server.client.call(endCall, {
    end: {
      project_id: PROJECT,
      id: answer.id,
      ended_at: new Date().toISOString(),
      output: '',
      summary: { usage },
    },
  })
  await finish(server.client, root.id, 'done')

  await page.goto(inProject('traces?filter=op:reports-nothing'))

  await row(page, 'reports-nothing').getByTitle('1,234 tokens\nin the calls below').waitFor()
  await row(page, 'reports-nothing')
    .getByTitle(/^\$0\.000\d+\nin the calls below$/)
    .waitFor()
})

test('the table is sorted by the server', async ({ page }) => {
  await openTraces(page)

  await page.getByRole('button', { name: 'Latency' }).click()

  await page.getByRole('columnheader', { name: 'Latency', exact: true }).waitFor()
  await eventually(() => page.url()).toContain('sort=')
  await row(page, 'support on').first().waitFor()
})

test('an empty project shows setup instructions and opens the first call', async ({ server, page }) => {
  await page.goto('/demo/nothing-yet/weave/traces')
  await page.getByText('demo/nothing-yet has no traces yet').waitFor()

  const { id } = await start(server.client, 'first-call', 'demo/nothing-yet')

  await page.waitForURL(`**/calls/${id}*`)
  await page.getByRole('heading', { name: 'first-call', level: 1 }).waitFor()
  await page.goBack()
  await row(page, 'first-call').waitFor()
  expect(page.url()).toContain('/weave/traces')
})

test('a project whose name has reserved characters opens like any other', async ({ server, page }) => {
  const project = 'demo/100% c++ #1?'
  const { id } = await start(server.client, 'reserved', project)

  await page.goto('/')
  await page.getByRole('link', { name: project }).click()
  await row(page, 'reserved').waitFor()
  await page.reload()
  await row(page, 'reserved').getByRole('link').click()
  await page.keyboard.press('Enter')

  await page.waitForURL(`**/calls/${id}*`)
  await page.getByRole('heading', { name: 'reserved', level: 1 }).waitFor()
})

test('calls are found by op, by user and by feedback of any type', async ({ page }) => {
  const counted = async (filter: string) => {
    await page.goto(inProject(`traces?${new URLSearchParams({ filter })}`))
    return callCount(page)
  }

  const named = await counted('name:"write the answer"')
  expect(named).toBeGreaterThan(0)
  expect(await counted('op:openai.chat.completions.create name:"write the answer"')).toBe(named)
  await page.goto(inProject('traces?filter=user:admin'))
  await eventually(() => callCount(page)).toBeGreaterThan(named)
  expect(await counted('feedback.helpfulness:>0')).toBeGreaterThan(0)
})

test('Escape discards the draft, and a group is completed by typing', async ({ page }) => {
  await openTraces(page)
  const address = page.url()
  const input = page.getByRole('combobox', { name: 'Add a filter' })

  await input.fill('(status:err')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await input.inputValue()).toBe('(status:error')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  expect(await input.inputValue()).toBe('')
  expect(page.url()).toBe(address)
})

test('Escape leaves an edited chip as it was, Enter saves it, and the keyboard goes on at the chip', async ({
  page,
}) => {
  await page.goto(inProject('traces?filter=root:true+status:success'))
  const address = page.url()
  const input = page.getByRole('combobox', { name: 'Add a filter' })
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')

  await page.getByRole('button', { name: 'Edit status:success' }).click()
  await input.fill('status:error')
  await page.getByRole('option', { name: 'error' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await eventually(focused).toBe('Edit status:success')
  expect(page.url()).toBe(address)

  await page.keyboard.press('Enter')
  await input.fill('status:error')
  await page.keyboard.press('Enter')
  await eventually(focused).toBe('Edit status:error')
  expect(new URL(page.url()).searchParams.get('filter')).toBe('root:true status:error')
})

test('a chip is edited, and after clearing the filter another can be typed', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true+status:success'))
  const input = page.getByRole('combobox', { name: 'Add a filter' })

  await page.getByRole('button', { name: 'Edit status:success' }).click()
  await input.fill('status:error')
  await input.blur()
  await page.getByRole('button', { name: 'Edit status:error' }).click()
  await page.getByRole('button', { name: 'Clear filter' }).click()

  await eventually(() => new URL(page.url()).searchParams.get('filter')).toBe('')
  await input.fill('status:running')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit status:running' }).waitFor()
})

test('the call selected in the peek pane opens as a page, which links back to the filtered table', async ({
  page,
}) => {
  await page.goto(inProject('traces?filter=root:true+op:SupportAgent.run+status:success'))
  await row(page, 'SupportAgent.run').first().click()
  await page.getByRole('treegrid').getByText('SupportAgent.round').first().click()
  await page.waitForURL(/[?&]call=/)
  const chosen = new URL(page.url()).searchParams.get('call')

  await page.keyboard.press('Enter')
  await page.waitForURL(`**${inProject(`calls/${chosen}`)}*`)
  await page.getByRole('link', { name: 'All traces' }).click()

  await page.getByRole('button', { name: 'Edit op:SupportAgent.run' }).waitFor()
})

test('Back opens a trace that was closed at the call that was selected', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true+op:SupportAgent.run+status:success'))
  await row(page, 'SupportAgent.run').first().click()
  await page.getByRole('treegrid').getByText('SupportAgent.round').first().click()
  await page.waitForURL(/[?&]call=/)
  const before = page.url()

  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('peek'))
  await page.goBack()

  await eventually(() => new URL(page.url()).search).toBe(new URL(before).search)
})

async function openTraces(page: Page): Promise<void> {
  await page.goto(inProject('traces'))
  await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
}

async function addFilter(page: Page, condition: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(condition)
  await page.keyboard.press('Enter')
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** How many calls are shown that are not of the status. */
async function othersThan(page: Page, status: string): Promise<number> {
  const [all, some] = [await row(page, '').count(), await ofStatus(page, status).count()]
  return all - HEADER_ROWS - some
}

const ofStatus = (page: Page, status: string) =>
  row(page, '').filter({ has: page.getByRole('img', { name: status, exact: true }) })

async function callCount(page: Page): Promise<number> {
  const count = page.getByRole('status', { name: 'Number of calls' }).filter({ hasText: /\d/ })
  const text = await count.textContent()
  return Number.parseInt(text ?? '', 10)
}

const start = (client: Client, op_name: string, project_id = PROJECT) =>
  client.call(startCall, {
    start: { project_id, op_name, started_at: new Date().toISOString(), attributes: {}, inputs: {} },
  })

const finish = (client: Client, id: string, output: string) =>
  client.call(endCall, {
    end: { project_id: PROJECT, id, ended_at: new Date().toISOString(), output, summary: {} },
  })
