import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { columnTexts, eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('calls are grouped by op, and a group opens its calls', async ({ page }) => {
  await page.goto(inProject('traces'))
  await page.getByRole('status', { name: 'Number of calls' }).getByText(/calls/).waitFor()
  const total = await countOf(page)

  await page.getByRole('button', { name: 'Group by' }).click()
  await page.getByRole('button', { name: 'Op', exact: true }).click()

  const byOp = page.getByRole('table', { name: 'Traces by op' })
  await byOp.getByRole('cell', { name: 'rag_answer' }).waitFor()
  const counts = await figures(page, 'Calls')
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
  await expectAccessible(page)

  await byOp.getByRole('cell', { name: 'rag_answer' }).click()
  await page.getByRole('button', { name: 'Edit op:rag_answer' }).waitFor()
  await page.getByRole('table', { name: 'Traces', exact: true }).waitFor()
  await eventually(() => countOf(page)).toBeLessThan(total)
})

test.for(['model', 'thread', 'status', 'attributes.env', 'feedback.helpfulness'])(
  'calls are grouped by %s, sorted by any figure',
  async (field, { page }) => {
    await page.goto(inProject(`traces?group=${field}`))
    await page
      .getByRole('table', { name: `Traces by ${field}` })
      .getByRole('row')
      .nth(2)
      .waitFor()

    await groups(page).getByRole('button', { name: 'p95' }).click()
    await groups(page).getByRole('button', { name: 'Calls' }).click()
    const falling = await figures(page, 'Calls')
    await groups(page).getByRole('button', { name: 'Calls' }).click()

    expect(falling).toEqual(falling.toSorted((a, b) => b - a))
    await eventually(() => figures(page, 'Calls')).toEqual(falling.toSorted((a, b) => a - b))
  },
)

test('the default view of a project opens with it', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true%20status:error'))
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Name of the view').fill('Broken')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Name of the view').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Make Broken the default view' }).click()
  await page.getByRole('button', { name: 'Broken is the default view' }).waitFor()

  for (const [dashboard, range] of [
    ['dashboard', null],
    ['dashboard?range=30d', '30d'],
  ] as const) {
    await page.goto(inProject(dashboard))
    await page.getByRole('link', { name: 'Traces', exact: true }).click()

    await page.getByRole('button', { name: 'Edit status:error' }).waitFor()
    expect(new URL(page.url()).searchParams.get('range')).toBe(range)
  }
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Broken is the default view' }).click()
  await page.getByRole('button', { name: 'Make Broken the default view' }).waitFor()
})

test('no chip of feedback is cut', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true%20has:feedback'))
  await page.getByRole('row').nth(3).waitFor()

  const cut = await page.getByRole('cell').evaluateAll(
    (cells) =>
      cells.filter((cell) => {
        const chips = [...cell.querySelectorAll('span[class*="chip"]')]
        const edge = cell.getBoundingClientRect().right
        return chips.some(
          (chip) => chip.getBoundingClientRect().right > edge || chip.scrollWidth > chip.clientWidth + 1,
        )
      }).length,
  )

  expect(cut).toBe(0)
})

async function countOf(page: Page): Promise<number> {
  const text = await page.getByRole('status', { name: 'Number of calls' }).innerText()
  return Number(text.replace(/\D/g, ''))
}

async function figures(page: Page, title: string): Promise<number[]> {
  const table = groups(page)
  const at = (await table.getByRole('columnheader').allInnerTexts()).findIndex((each) =>
    each.startsWith(title),
  )
  return (await columnTexts(table, at)).map(Number)
}

const groups = (page: Page) => page.getByRole('table', { name: /^Traces by/ })
