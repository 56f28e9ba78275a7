import { readFileSync } from 'node:fs'
import { completeCalls } from '@heddle/contract/call-batches'
import { countCalls } from '@heddle/contract/calls-query'
import type { Client } from '@heddle/contract/client'
import { readScores } from '@heddle/contract/feedback-scores'
import type { Query } from '@heddle/contract/query'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

const FAILED: Query = {
  $expr: { $eq: [{ $getField: 'summary.weave.status' }, { $literal: 'error' }] },
}

test('the dashboard shows the numbers of the API', async ({ server, page }) => {
  await page.goto(inProject('dashboard'))

  expect(await tileNumber(page, 'Calls')).toBe(await countRoots(server.client))
  expect(await tileNumber(page, 'Errors')).toBe(await countRoots(server.client, FAILED))
  expect(await countRoots(server.client, FAILED)).toBeGreaterThan(0)
})

test('a number links to its calls', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  const errors = await tileNumber(page, 'Errors')

  await tile(page, 'Errors').click()

  const count = page.getByRole('status', { name: 'Number of calls' })
  await eventually(async () => Number.parseInt((await count.textContent()) ?? '', 10)).toBe(errors)
})

test('a filter applies to every number, and is part of the links', async ({ server, page }) => {
  await page.goto(inProject('dashboard'))
  await eventually(() => tileNumber(page, 'Calls')).toBe(await countRoots(server.client))

  await page.getByRole('combobox', { name: 'Add a filter' }).fill('status:error')
  await page.keyboard.press('Enter')

  const failed = await countRoots(server.client, FAILED)
  await eventually(() => tileNumber(page, 'Calls')).toBe(failed)
  await page.getByRole('table', { name: 'By session' }).waitFor()
  await expectAccessible(page)
  await tile(page, 'Calls').click()
  await page.getByRole('button', { name: 'Edit status:error' }).waitFor()
})

test('Refresh counts older calls that have arrived since', async ({ server, page }) => {
  await writeCall(server.client, { hoursAgo: 2 })
  await page.goto(LATE_DASHBOARD)
  await eventually(() => tileNumber(page, 'Calls')).toBe(1)
  await writeCall(server.client, { hoursAgo: 100 })

  await page.getByRole('button', { name: 'Refresh' }).click()

  await eventually(() => tileNumber(page, 'Calls')).toBe(2)
})

test('the data of a chart is downloaded', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  const downloading = page.waitForEvent('download')

  await page.getByRole('button', { name: 'Download Latency as CSV' }).click()

  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe('time,p50,p95,p99')
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('each name of feedback has a chart with its mean, its CSV and a link to its calls', async ({
  server,
  page,
}) => {
  const scored = await server.client.call(readScores, { ...LONG_AGO, names: ['helpfulness'] })
  const [helpfulness] = scored.series
  await page.goto(inProject('dashboard'))
  const chart = page.getByRole('region', { name: 'helpfulness', exact: true })

  const shown = `mean ${Number(helpfulness?.mean?.toPrecision(3))} of ${helpfulness?.count} values`
  await chart.getByText(shown).waitFor()
  await page.getByRole('region', { name: 'emoji', exact: true }).waitFor()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await chart.getByRole('button', { name: 'Download helpfulness as CSV' }).click()
  expect(readFileSync(await (await downloading).path(), 'utf8')).toMatch(/^time,Mean\r\n/)
  await chart.getByRole('link', { name: 'Calls with helpfulness' }).click()
  await page.getByRole('button', { name: 'Edit has:feedback.helpfulness' }).waitFor()
})

test('the filter applies to feedback, and without any the page says what to send', async ({ page }) => {
  await page.goto(`${inProject('dashboard')}?filter=op:rag_answer`)
  await page.getByText('On calls that match the filter, at any level').waitFor()
  await page.getByRole('region', { name: 'helpfulness', exact: true }).waitFor()
  expect(await page.getByRole('region', { name: 'politeness.score' }).count()).toBe(0)

  await page.goto(`${inProject('dashboard')}?filter=op:nothing`)
  await page.getByText('No feedback was given on calls that match the filter.').waitFor()

  await page.goto(`${inProject('dashboard')}?range=2001-01-01..2001-01-02`)
  await page.getByText('call.feedback.add(').waitFor()
})

test('a chart with one point shows it', async ({ server, page }) => {
  await writeTrace(server.client, { op: 'lonely', output: '' }, 'demo/one-call')
  await page.goto('/demo/one-call/weave/dashboard')
  const canvas = page.getByRole('region', { name: 'Latency' }).locator('canvas')
  await canvas.waitFor()

  await eventually(() => canvas.evaluate(colouredPixels)).toBeGreaterThan(40)
})

test('a model on the costs page has its number of calls, and opens them wherever they are in their traces', async ({
  page,
}) => {
  await page.goto(inProject('costs'))
  const models = page.getByRole('table', { name: 'Models' })
  await models.getByRole('columnheader', { name: 'Calls' }).waitFor()

  await models.getByRole('link', { name: 'gpt-4o', exact: true }).click()

  await page.getByRole('button', { name: 'Edit model:gpt-4o' }).waitFor()
  expect(await page.getByRole('button', { name: 'Edit root:true' }).count()).toBe(0)
})

test('costs in a column have the same number of decimals', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  const cells = page.getByRole('table', { name: 'By model' }).locator('tbody td:last-child')

  await eventually(() => cells.count()).toBeGreaterThan(2)
  for (const text of await cells.allInnerTexts()) expect(text).toMatch(/^<?\$\d+\.\d{4}$/)
})

/** Pixels of a chart that are neither text nor grid, which are grey. */
function colouredPixels(chart: object): number {
  const { data } = Reflect.get(chart, 'getContext').call(chart, '2d').getImageData(0, 0, 4000, 4000)
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.slice(at, at + 3)
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count++
  }
  return count
}

/** All feedback, by the time of its calls. */
const LONG_AGO = {
  project_id: PROJECT,
  start: '2020-01-01T00:00:00Z',
  long_range: true,
  granularity: 1_000_000_000,
  time_of: 'call' as const,
}

const LATE_DASHBOARD = '/demo/late/weave/dashboard'

test('large amounts of money are whole beside the chart', async ({ server, page }) => {
  const place = { entity: 'demo', project: 'expensive' }
  const at = new Date().toISOString()
  const usage = { 'gpt-4o': { requests: 1, prompt_tokens: 98_765_432_109, completion_tokens: 1 } }
  const record = {
    ...{ project_id: 'demo/expensive', id: 'expensive', trace_id: 'expensive', op_name: 'spend' },
    ...{ started_at: at, ended_at: at, attributes: {}, inputs: {}, output: '', summary: { usage } },
  }
  await server.client.call(completeCalls, { ...place, batch: [record] })
  await page.goto('/demo/expensive/weave/dashboard')
  const chart = page.getByRole('img', { name: /^Cost: \$246,914/ }).locator('canvas')

  // A label that is cut off has ink at the very edge.
  await eventually(() => columnsWithInk(chart)).toSatisfy((inked: boolean[]) => inked.includes(true))
  expect(await columnsWithInk(chart)).toMatchObject({ 0: false })
})

/** Which columns of pixels of a canvas are drawn on, from the left. */
const columnsWithInk = (canvas: Locator): Promise<boolean[]> =>
  canvas.evaluate((element) => {
    const { width, height } = element
    const { data } = element.getContext('2d').getImageData(0, 0, width, height)
    const drawn: boolean[] = new Array(width).fill(false)
    for (let at = 0; at < width * height; at++) if (data[at * 4 + 3] > 0) drawn[at % width] = true
    return drawn
  })

async function writeCall(client: Client, { hoursAgo }: { readonly hoursAgo: number }): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const call = {
    project_id: 'demo/late',
    id: `late-${hoursAgo}`,
    trace_id: `late-${hoursAgo}`,
    op_name: 'late',
  }
  const record = {
    ...call,
    started_at: at,
    ended_at: at,
    attributes: {},
    inputs: {},
    output: '',
    summary: {},
  }
  await client.call(completeCalls, { entity: 'demo', project: 'late', batch: [record] })
}

const tile = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title} \\d`) })

async function tileNumber(page: Page, title: string): Promise<number> {
  const text = await tile(page, title).innerText()
  return Number(/\d+/.exec(text)?.[0])
}

async function countRoots(client: Client, query?: Query): Promise<number> {
  const filter = { trace_roots_only: true }
  const { count } = await client.call(countCalls, { project_id: PROJECT, filter, query: query ?? null })
  return count
}
