import { type CallCompleteRecord, completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boxOf, eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'
import { downloaded } from './downloaded.ts'

const HOUR_MS = 3_600_000

test('a preset applies to rows, count, strip and export, and Back restores it', async ({ server, page }) => {
  await writeCalls(server.client, [0.2, 0.5, 5, 30, 24 * 60])
  await page.goto('/demo/ranged/weave/traces')
  await eventually(() => count(page)).toBe('5 calls')

  await pick(page, 'Last 24 hours')

  await eventually(() => count(page)).toBe('3 calls')
  expect(new URL(page.url()).searchParams.get('range')).toBe('24h')
  await eventually(() => rows(page)).toBe(3)
  await eventually(() => stripTotal(page)).toBe(3)
  expect(await exportedLines(page)).toBe(3)
  await page.goBack()
  await eventually(() => count(page)).toBe('5 calls')
  await eventually(() => stripTotal(page)).toBe(5)
})

test('dragging over the strip selects a time range, told in words and in UTC on hover', async ({ page }) => {
  await page.goto(inProject('traces'))
  const bars = page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: /\d calls?/ })
  await bars.first().waitFor()
  const before = await settledCount(page)

  const box = await boxOf(bars.nth(40))
  await page.mouse.move(box.x + 1, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 20, box.y + 20, { steps: 4 })
  await page.mouse.up()

  await eventually(() => settledCount(page)).not.toBe(before)
  const label = rangeButton(page)
  expect(await label.textContent()).not.toMatch(/T\d\d:\d\d:|Z/)
  expect(await label.getAttribute('title')).toMatch(/UTC – .* UTC$/)
  await eventually(async () => `${await stripTotal(page)} calls`).toBe(await settledCount(page))
})

test('a click on a bar of the strip shows its calls, also by cost and latency, and Back restores the rest', async ({
  page,
}) => {
  await page.goto(inProject('traces'))
  const all = await settledCount(page)
  const strip = page.getByRole('region', { name: 'Activity' })
  for (const [metric, name] of [
    ['Cost', /calls?.*, Cost \$/],
    ['p95', /calls?.*, p95 \d/],
  ] as const) {
    await strip.getByRole('button', { name: metric, exact: true }).click()
    await strip.getByRole('button', { name }).first().waitFor()
  }

  const bar = strip.getByRole('button', { name: /: [1-9]\d* calls?/ }).first()
  const calls = /: (\d+ calls?)/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]
  await bar.click()

  await eventually(() => count(page)).toBe(calls)
  await page.goBack()
  await eventually(() => count(page)).toBe(all)
})

test('a custom range is entered in local time', async ({ server, page }) => {
  await writeCalls(server.client, [2], 'demo/custom')
  await page.goto('/demo/custom/weave/traces')

  await rangeButton(page).click()
  await page.getByLabel('From (local time)').fill('2020-01-01T00:00:00')
  await page.getByLabel('To', { exact: true }).fill('2020-01-03T00:00:00')
  await page.getByRole('button', { name: 'Apply' }).click()

  await page.getByText('No calls in this time range').waitFor()
  expect(await rangeButton(page).textContent()).toContain('Jan 1 2020 – Jan 2 2020')
  await page.getByRole('button', { name: 'Show all time' }).last().click()
  await eventually(() => count(page)).toBe('1 call')
})

test('the range is kept from page to page', async ({ server, page }) => {
  await writeCalls(server.client, [1, 2, 60], 'demo/kept')
  await page.goto('/demo/kept/weave/traces?range=24h')
  await eventually(() => count(page)).toBe('2 calls')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: /^Calls 2/ }).waitFor()
  await page.getByRole('link', { name: 'Objects' }).click()
  await page.getByRole('link', { name: 'Costs' }).click()

  await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor()
  expect(await rangeButton(page).textContent()).toContain('Last 24 hours')
  await page.getByRole('link', { name: 'Traces' }).click()
  await eventually(() => count(page)).toBe('2 calls')
})

test('threads are listed by the range, which counts their turns', async ({ server, page }) => {
  const turnOf = (thread_id: string) => (id: string) => ({ thread_id, turn_id: id })
  await writeCalls(server.client, [1, 50], 'demo/talks', turnOf('both'))
  await writeCalls(server.client, [60], 'demo/talks', turnOf('old'))
  await page.goto('/demo/talks/weave/threads')
  await eventually(() => rows(page)).toBe(2)

  await pick(page, 'Last 24 hours')

  await eventually(() => rows(page)).toBe(1)
  await page.getByRole('row', { name: /both 1/ }).waitFor()
  const conversation = page.getByRole('region', { name: 'Conversation both' })
  await eventually(() => conversation.getByRole('listitem').count()).toBe(2)
  await page.getByRole('link', { name: 'View calls' }).click()
  await eventually(() => count(page)).toBe('1 call')
  await page.getByRole('link', { name: 'Threads' }).click()
  await eventually(() => rows(page)).toBe(1)
  await pick(page, 'Last 15 minutes')
  await page.getByText('No conversations in this time range').waitFor()
  await page.getByRole('button', { name: 'Show all time' }).last().click()
  await page.getByRole('row', { name: /both 2/ }).waitFor()
})

test('a URL may name any duration, and a range that cannot be read is reported', async ({ server, page }) => {
  await writeCalls(server.client, [1, 2, 60], 'demo/any-range')
  await page.goto('/demo/any-range/weave/traces?range=2d')
  await eventually(() => count(page)).toBe('2 calls')
  expect(await rangeButton(page).textContent()).toContain('Last 2 days')

  await page.goto('/demo/any-range/weave/traces?range=lastweek')

  await page.getByRole('alert').getByText('Unknown time range').waitFor()
  await eventually(() => count(page)).toBe('3 calls')
  await page.getByRole('button', { name: 'Show all time' }).click()
  await eventually(() => page.getByText('Unknown time range').count()).toBe(0)
})

test('times in the filter read as people say them', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true+started:>-3d'))

  await page.getByText('started in the last 3d', { exact: true }).waitFor()
})

const rangeButton = (page: Page) => page.getByRole('button', { name: /^Time range/ })

async function pick(page: Page, preset: string): Promise<void> {
  await rangeButton(page).click()
  await page.getByRole('button', { name: preset, exact: true }).click()
}

const count = async (page: Page): Promise<string> =>
  (await page.getByRole('status', { name: 'Number of calls' }).textContent()) ?? ''

const settledCount = async (page: Page): Promise<string> =>
  (await page.getByRole('status', { name: 'Number of calls' }).filter({ hasText: /\d/ }).textContent()) ?? ''

const rows = async (page: Page): Promise<number> => (await page.getByRole('row').count()) - 1

async function stripTotal(page: Page): Promise<number> {
  const bars = page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: /\d calls?/ })
  const labels = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''))
  return labels.reduce((sum, label) => sum + Number(/(\d+) calls?/.exec(label)?.[1]), 0)
}

async function exportedLines(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Export' }).click()
  const text = await downloaded(page, () => page.getByRole('menuitem', { name: 'JSON lines' }).click())
  return text.trim().split('\n').length
}

/** Stores calls that started so many hours ago. */
async function writeCalls(
  client: Client,
  hours: number[],
  to = 'demo/ranged',
  fieldsOf: (id: string) => Partial<CallCompleteRecord> = () => ({}),
) {
  const [entity = '', project = ''] = to.split('/')
  const batch = hours.map((ago, index) => {
    const started_at = new Date(Date.now() - ago * HOUR_MS).toISOString()
    const id = `${project}-${ago}-${index}`
    return {
      project_id: to,
      id,
      trace_id: id,
      op_name: 'ranged',
      started_at,
      ended_at: started_at,
      attributes: {},
      inputs: {},
      output: null,
      summary: {},
      ...fieldsOf(id),
    }
  })
  await client.call(completeCalls, { entity, project, batch })
}
