import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('a chart of one measure, split and filter is added, kept, edited and deleted', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  await addChart(page, async (dialog) => {
    await dialog.getByLabel('Measure').selectOption('p95 latency')
    await dialog.getByLabel('Of').selectOption('All calls')
    await dialog.getByLabel('Split by').selectOption('Model')
    await dialog.getByLabel('Filter').fill('kind:llm')
    await expectAccessible(page)
  })
  const chart = section(page).getByRole('region', { name: 'p95 latency by model' })
  await chart.getByText('gpt-4o', { exact: true }).waitFor()
  await chart.getByText('kind:llm').waitFor()

  await page.reload()
  await chart.getByText('gpt-4o', { exact: true }).waitFor()

  await choose(page, 'p95 latency by model', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit chart' })
  await dialog.getByLabel('Measure').selectOption('Cost')
  await dialog.getByLabel('Title').fill('Spend')
  await dialog.getByRole('button', { name: 'Save chart' }).click()
  await section(page).getByRole('region', { name: 'Spend' }).getByText('gpt-4o', { exact: true }).waitFor()
  await expectAccessible(page)

  await choose(page, 'Spend', 'Delete')
  await eventually(() => titles(page)).toEqual([])
})

test('charts are moved, for everyone in the project', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  for (const measure of ['Errors', 'Tokens', 'Cost']) {
    await addChart(page, (dialog) => dialog.getByLabel('Measure').selectOption(measure))
  }
  await eventually(() => titles(page)).toEqual(['Errors', 'Tokens', 'Cost'])

  await choose(page, 'Cost', 'Move left')
  await eventually(() => titles(page)).toEqual(['Errors', 'Cost', 'Tokens'])
  await choose(page, 'Errors', 'Move right')
  await eventually(() => titles(page)).toEqual(['Cost', 'Errors', 'Tokens'])

  await page.reload()
  await eventually(() => titles(page)).toEqual(['Cost', 'Errors', 'Tokens'])
  for (const title of ['Cost', 'Errors', 'Tokens']) {
    await choose(page, title, 'Delete')
    await eventually(() => titles(page)).not.toContain(title)
  }
})

test('the mean of feedback is split by a field of its calls, and an attribute can be any', async ({
  page,
}) => {
  await page.goto(inProject('dashboard'))
  await addChart(page, async (dialog) => {
    await dialog.getByLabel('Measure').selectOption('Mean of feedback')
    await dialog.getByRole('combobox', { name: 'Feedback' }).fill('helpfulness')
    await dialog.getByLabel('Split by').selectOption('Op')
  })
  const scores = section(page).getByRole('region', { name: 'Mean helpfulness by op' })
  await scores.getByText('rag_answer', { exact: true }).waitFor()

  await choose(page, 'Mean helpfulness by op', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit chart' })
  await dialog.getByLabel('Measure').selectOption('Calls')
  await dialog.getByLabel('Split by').selectOption('Another field…')
  expect(await dialog.getByRole('button', { name: 'Save chart' }).isEnabled()).toBe(false)
  await dialog.getByLabel('Field to split by').fill('summary.weave.status')
  await dialog.getByLabel('Filter').fill('latency:soon')
  expect(await dialog.getByRole('button', { name: 'Save chart' }).isEnabled()).toBe(false)
  await dialog.getByLabel('Filter').fill('')
  await dialog.getByRole('button', { name: 'Save chart' }).click()
  const byStatus = section(page).getByRole('region', { name: 'Calls by summary.weave.status' })
  await byStatus.getByText('success', { exact: true }).waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await choose(page, 'Calls by summary.weave.status', 'Delete')
  await eventually(() => titles(page)).toEqual([])
})

test('the filter of a chart is completed from the values seen', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  await page.getByRole('button', { name: 'Add chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add chart' })
  const filter = dialog.getByRole('combobox', { name: 'Filter' })
  const suggestions = dialog.getByRole('listbox', { name: 'Suggestions' })

  await filter.pressSequentially('mod')
  await suggestions.getByRole('option', { name: /^model:/ }).click()
  await suggestions.getByRole('option', { name: /^gpt-4o-mini/ }).click()
  expect(await filter.inputValue()).toBe('model:gpt-4o-mini')
  await filter.pressSequentially(' sta')
  await suggestions.getByRole('option', { name: /^status:/ }).waitFor()
  await page.keyboard.press('Escape')

  await suggestions.waitFor({ state: 'hidden' })
  await filter.fill('model:gpt-4o-mini')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await section(page).getByText('model:gpt-4o-mini').waitFor()
  await choose(page, 'Calls', 'Delete')
  await eventually(() => titles(page)).toEqual([])
})

const section = (page: Page) => page.getByRole('region', { name: 'Project charts' })

type Dialog = ReturnType<Page['getByRole']>

async function addChart(page: Page, fill: (dialog: Dialog) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Add chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add chart' })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Add chart' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const titles = (page: Page): Promise<string[]> =>
  section(page).locator('section').getByRole('heading').allInnerTexts()
