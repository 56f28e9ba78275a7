import { completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { boxOf, eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'
import { downloaded } from './downloaded.ts'
import { type Step, writeTrace } from './write-trace.ts'

test('a trace of one call uses the whole page', async ({ server, page }) => {
  const id = await writeTrace(server.client, { op: 'lone-call', output: 'alone' })
  await page.goto(inProject(`calls/${id}`))

  const detail = page.getByRole('region', { name: 'Selected call' })
  await detail.waitFor()

  expect(await page.getByRole('treegrid').count()).toBe(0)
  await eventually(() => shareOfPage(detail)).toBeGreaterThan(0.95)
})

test('the content has at least 60% of the page', async ({ page, server }) => {
  await page.goto(inProject(`calls/${await writeFailing(server.client, 'wide')}`))

  const detail = page.getByRole('region', { name: 'Selected call' })
  await detail.waitFor()

  await eventually(() => shareOfPage(detail)).toBeGreaterThan(0.59)
})

test('keys go to the first and last call, by pages, and from error to error', async ({ page, server }) => {
  const root = await writeFailing(server.client, 'keys')
  await page.goto(inProject(`calls/${root}`))
  await page.getByRole('button', { name: '2 errors' }).waitFor()

  await page.keyboard.press('End')
  await eventually(() => selected(page)).toBe('step-24')
  await page.keyboard.press('PageUp')
  await eventually(() => selected(page)).toBe('step-14')
  await page.keyboard.press('Home')
  await eventually(() => selected(page)).toBe('root')
  await page.keyboard.press('E')
  await eventually(() => selected(page)).toBe('step-5')
  await page.getByRole('button', { name: '2 errors' }).click()
  await eventually(() => selected(page)).toBe('step-20')
})

test('collapsing calls around the selected one selects the call that is left', async ({ page, server }) => {
  const answer = { op: 'answer', output: 'a', calls: [{ op: 'look-up', output: 'b' }] }
  const root = await writeTrace(server.client, { op: 'ask', output: 'c', calls: [answer] })
  await page.goto(inProject(`calls/${root}`))
  const tree = page.getByRole('treegrid', { name: 'Calls in the trace' })
  await tree.getByText('look-up', { exact: true }).click()
  await eventually(() => selected(page)).toBe('look-up')

  await tree.getByRole('row').filter({ hasText: 'answer' }).getByRole('button', { name: 'Collapse' }).click()
  await eventually(() => selected(page)).toMatch(/^answer/)
  await page.getByRole('button', { name: 'Expand and collapse' }).click()
  await page.getByRole('menuitem', { name: 'Collapse all' }).click()

  await eventually(() => selected(page)).toMatch(/^ask/)
  expect(await tree.getByRole('row', { selected: true }).count()).toBe(1)
})

test('the arrow keys move in the tree beside the table, and never leave its trace', async ({
  page,
  server,
}) => {
  const calls = [
    { op: 'first-step', output: '1' },
    { op: 'last-step', output: '2' },
  ]
  const id = await writeTrace(server.client, { op: 'peeked', output: 'done', calls })
  await page.goto(inProject(`traces?peek=${id}`))
  await page.getByRole('treegrid').getByText('last-step', { exact: true }).waitFor()

  await page.keyboard.press('t')
  await page.keyboard.press('ArrowDown')
  await eventually(() => selected(page)).toBe('first-step')
  await page.keyboard.press('End')
  await eventually(() => selected(page)).toBe('last-step')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('PageUp')

  await eventually(() => selected(page)).toBe('peeked')
  expect(page.url()).toContain(`peek=${id}`)
})

test('one header names the trace and the selected call, with a way back to the root', async ({
  page,
  server,
}) => {
  const calls = [{ op: 'find-flights', output: 'none' }]
  const id = await writeTrace(server.client, { op: 'plan-holiday', output: 'later', calls })
  await page.goto(inProject(`calls/${id}`))
  const header = page.getByRole('main').locator('header')
  await header.getByText('2 calls in 1.00 s').waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 1 }).textContent()).toBe('plan-holiday')

  await page.getByRole('treegrid').getByText('find-flights', { exact: true }).click()
  await header.getByText('find-flights').waitFor()
  await header.getByRole('button', { name: 'plan-holiday' }).click()

  await eventually(() => selected(page)).toBe('plan-holiday')
  expect(await header.getByText('find-flights').count()).toBe(0)
  expect(page.url()).toContain(id)
})

test('the timeline has the full width, and the URL keeps it', async ({ page, server }) => {
  const root = await writeFailing(server.client, 'timeline')
  await page.goto(inProject(`calls/${root}`))
  const structure = page.getByRole('region', { name: 'Trace structure' })
  await page.getByRole('treegrid').getByText('step-3', { exact: true }).waitFor()
  expect(await structure.getByRole('columnheader', { name: 'Time' }).count()).toBe(0)

  await page.getByLabel('Trace view').getByText('Timeline').click()
  await structure.getByRole('columnheader', { name: 'Time' }).waitFor()
  expect(page.url()).toContain('mode=timeline')
  await page.reload()

  await structure.getByRole('columnheader', { name: 'Time' }).waitFor()
  await eventually(() => shareOfPage(structure)).toBeGreaterThan(0.95)
  await structure.getByRole('button', { name: 'Show critical path' }).click()
  await structure.getByRole('button', { name: 'Hide critical path' }).waitFor()
  await expectAccessible(page)
})

test('in a long trace, a drag over the minimap zooms the timeline, and a click resets it', async ({
  page,
  server,
}) => {
  const calls = Array.from({ length: 40 }, (_, at) => ({ op: `part-${at}`, output: '' }))
  const id = await writeTrace(server.client, { op: 'long-trace', output: '', calls })
  await page.goto(inProject(`calls/${id}?mode=timeline`))
  const axis = page.getByRole('columnheader', { name: 'Time' })
  await axis.getByText('20 s').waitFor()

  const { x, y, width } = await boxOf(page.getByTitle('Drag to zoom, click to reset'))
  await page.mouse.move(x + width * 0.1, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.2, y + 10, { steps: 4 })
  await page.mouse.up()

  await eventually(() => axis.getByText('20 s').count()).toBe(0)
  await page.mouse.click(x + width / 2, y + 10)
  await axis.getByText('20 s').waitFor()
})

test('sixty levels down, each level is still indented', async ({ page, server }) => {
  const leaf: Step = { op: 'level-60', output: 'bottom' }
  const deep = Array.from({ length: 60 }, (_, up) => 59 - up).reduce<Step>(
    (below, level) => ({ op: `level-${level}`, output: 'passed on', calls: [below] }),
    leaf,
  )
  await page.goto(inProject(`calls/${await writeTrace(server.client, deep)}`))
  await page.getByRole('treegrid').getByText('level-3', { exact: true }).waitFor()

  await page.keyboard.press('End')
  await eventually(() => selected(page)).toBe('level-60')

  const tree = page.getByRole('treegrid')
  const leftOf = async (name: string) => (await boxOf(tree.getByText(name, { exact: true }))).x
  await eventually(
    async () => (await leftOf('level-59')) - (await leftOf('level-58')),
  ).toBeGreaterThanOrEqual(4)
  const { x, width } = await boxOf(tree)
  await eventually(() => leftOf('level-60')).toBeLessThan(x + width - 100)
})

test('in a small window, the table, the input and the output of a trace are seen together', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const calls = Array.from({ length: 8 }, (_, at) => ({ op: `part-${at}`, output: 'x' }))
  const output = 'A long answer. '.repeat(300)
  const id = await writeTrace(server.client, { op: 'long-answer', output, calls })
  await page.goto(inProject(`traces?peek=${id}`))
  const first = page.getByRole('region', { name: 'Output messages' }).getByText('A long answer.').first()
  const second = page.getByRole('region', { name: 'Input messages' }).getByText('long-answer')
  await first.waitFor()

  for (const seen of [first, second]) {
    await eventually(async () => (await boxOf(seen)).y).toBeLessThan(768 - 16)
  }
  await expectAccessible(page)
})

test('a trace is shared, and added to a dataset or a queue, from its page', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await writeTrace(server.client, { op: 'worth-keeping', output: 'good' })
  await page.goto(inProject(`calls/${id}`))

  await page.getByRole('button', { name: 'Copy link' }).click()
  await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    `${server.url}${inProject(`calls/${id}`)}`,
  )
  await page.getByRole('button', { name: 'Add to dataset or queue' }).click()
  await page.getByRole('menuitem', { name: 'Add to queue' }).waitFor()
  await page.getByRole('menuitem', { name: 'Add to dataset' }).click()
  await page.getByLabel('Dataset', { exact: true }).fill('kept')
  await page.getByRole('button', { name: 'Add 1 row' }).click()

  await page.getByText('Added 1 row to kept').waitFor()
})

test('a trace is downloaded as JSON, and as HTML that opens offline', async ({ page, server, browser }) => {
  await page.goto(inProject(`calls/${await writeFailing(server.client, 'saved')}`))

  const json = await download(page, 'JSON')
  const html = await download(page, /HTML/)

  expect(JSON.parse(json)).toHaveLength(26)
  const offline = await browser.newContext({ offline: true })
  const saved = await offline.newPage()
  await saved.setContent(html)
  expect(await saved.getByRole('heading', { level: 1 }).textContent()).toBe('root')
  expect(await saved.locator('details').count()).toBe(26)
  await saved.getByText('ValueError').first().waitFor()
  await offline.close()
})

/** The name in the selected row of the tree. */
const selected = (page: Page): Promise<string | null> =>
  page
    .getByRole('treegrid', { name: 'Calls in the trace' })
    .getByRole('row', { selected: true })
    .getByRole('gridcell')
    .first()
    .textContent()

async function download(page: Page, format: string | RegExp): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click()
  return downloaded(page, () => page.getByRole('menuitem', { name: format }).click())
}

/** Width of `part` in widths of the main part of the page. */
const shareOfPage = async (part: Locator): Promise<number> =>
  (await boxOf(part)).width / (await boxOf(part.page().getByRole('main'))).width

/** Stores a trace of 26 calls, two of which failed, and returns the id of its root. */
async function writeFailing(client: Client, name: string): Promise<string> {
  const [entity = '', project = ''] = PROJECT.split('/')
  const startMs = Date.now()
  const batch = Array.from({ length: 26 }, (_, at) => ({
    project_id: PROJECT,
    id: `${name}-${at}`,
    trace_id: `trace-${name}`,
    ...(at > 0 && { parent_id: `${name}-0` }),
    op_name: at === 0 ? 'root' : `step-${at - 1}`,
    started_at: new Date(startMs + at * 10).toISOString(),
    ended_at: new Date(startMs + (at === 0 ? 300 : at * 10 + 8)).toISOString(),
    attributes: {},
    inputs: { at },
    output: null,
    summary: {},
    ...([6, 21].includes(at) && { exception: 'ValueError: wrong' }),
  }))
  await client.call(completeCalls, { entity, project, batch })
  return `${name}-0`
}
