import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { boxOf, eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'
import { downloaded } from './downloaded.ts'
import { writeTrace } from './write-trace.ts'

test('columns are moved, resized and hidden, and a reload keeps them', async ({ page }) => {
  await page.goto(inProject('traces'))
  await page.getByRole('row').nth(5).waitFor()
  const before = await titles(page)

  await header(page, 'User').dragTo(header(page, 'Inputs'))
  const moved = ['Name', 'User', 'Inputs', 'Output']
  await eventually(async () => (await titles(page)).slice(2, 6)).toEqual(moved)
  const { x, y, width, height } = await boxOf(header(page, 'User'))
  await page.mouse.move(x + width - 3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width + 57, y + height / 2, { steps: 3 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Model', { exact: true }).uncheck()
  await page.reload()

  await eventually(async () => (await titles(page)).slice(2, 6)).toEqual(moved)
  expect((await boxOf(header(page, 'User'))).width).toBeCloseTo(width + 60, -1)
  expect(await titles(page)).not.toContain('Model')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await eventually(() => titles(page)).toEqual(before)
})

test('times of other days fit their column, and bars of latency have one scale', async ({ page }) => {
  await page.goto(inProject('traces?sort=started_at'))
  const started = page.getByRole('row').nth(1).getByRole('cell').last()
  await eventually(() => started.textContent()).toMatch(/^\w{3} \d+ \d\d:\d\d$/)

  const text = await boxOf(started.locator('[title]'))
  const cell = await boxOf(started)
  expect(cell.x + cell.width - text.x - text.width).toBeGreaterThanOrEqual(4)
  const widths = await page
    .locator('[role="cell"] [style*="--share"]')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
  expect(new Set(widths).size).toBe(1)
})

test('a second click on a button closes what the first opened, and a third opens it', async ({ page }) => {
  await page.goto(inProject('traces'))
  const button = page.getByRole('button', { name: 'Columns' })
  const columns = page.getByRole('dialog', { name: 'Columns' })

  for (const isOpen of [true, false, true, false]) {
    await button.click()
    await eventually(() => columns.isVisible()).toBe(isOpen)
    await page.waitForTimeout(100)
    expect(await columns.isVisible()).toBe(isOpen)
  }
})

test('Shift-click selects a range of rows, which is exported and deleted', async ({ page, server }) => {
  for (const at of [1, 2, 3, 4, 5]) {
    await writeTrace(server.client, { op: `row-${at}`, output: '' }, 'demo/selected')
  }
  await page.goto('/demo/selected/weave/traces')
  await eventually(() => rows(page).count()).toBe(5)

  await rows(page).nth(1).getByRole('checkbox').check()
  await rows(page)
    .nth(4)
    .click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected calls' })
  await bar.getByText('4 selected').waitFor()
  await bar.getByRole('button', { name: 'Export' }).click()
  const exported = await downloaded(page, () => page.getByRole('menuitem', { name: 'JSON lines' }).click())
  expect(exported.trim().split('\n')).toHaveLength(4)

  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 4 calls' }).click()
  await page.getByText('Deleted 4 calls').waitFor()
  await eventually(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('row-5')])
})

test('in live mode, the count, the strip and the rows show the same calls', async ({ page, server }) => {
  const project = 'demo/in-step'
  await writeTrace(server.client, { op: 'first', output: '' }, project)
  await page.goto(`/${project}/weave/traces?live=1`)
  await rows(page).filter({ hasText: 'first' }).waitFor()

  for (const op of ['second', 'third']) await writeTrace(server.client, { op, output: '' }, project)

  await rows(page).filter({ hasText: 'third' }).waitFor()
  await eventually(() => rows(page).count()).toBe(3)
  await eventually(() => page.getByRole('status', { name: 'Number of calls' }).textContent()).toBe('3 calls')
  const bars = page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: /: \d+ calls?/ })
  await eventually(async () => {
    const names = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''))
    return names.reduce((sum, name) => sum + Number(/: (\d+) call/.exec(name)?.[1]), 0)
  }).toBe(3)
})

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

const titles = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((title) => title.trim())

/** Rows below the header. */
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
