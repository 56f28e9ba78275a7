import { createObject } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { boxOf, columnTexts, eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('two versions of an object are compared', async ({ page }) => {
  await page.goto(inProject('objects'))
  await page.getByRole('link', { name: 'support-prompt' }).click()

  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByLabel('Version before').selectOption('v0')
  await page.getByLabel('Version after').selectOption({ label: 'v3 (latest)' })

  const difference = page.getByLabel('Difference')
  await difference.getByText('Never promise a date that no tool has confirmed.').waitFor()
  expect(await difference.textContent()).toContain('+')
  await expectAccessible(page)
})

test('an older version gets a tag and an alias, which the list of objects shows and finds', async ({
  page,
}) => {
  await page.goto(inProject('objects/support-prompt/versions/v1'))
  await page.getByRole('button', { name: 'production is v2' }).click()
  await page.getByRole('menuitem', { name: 'Move production here, to v1' }).click()
  await page.getByRole('button', { name: 'Remove production' }).waitFor()
  await page.getByRole('button', { name: 'Label' }).click()
  await page.getByLabel('Name', { exact: true }).fill('reviewed')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove reviewed' }).waitFor()

  await page.getByRole('link', { name: 'Objects' }).click()
  const prompt = page.getByRole('row', { name: /support-prompt/ })
  await prompt.getByText('production v1').waitFor()
  await prompt.getByText('reviewed v1').waitFor()
  await page.getByRole('searchbox', { name: 'Search objects' }).fill('production')
  await eventually(() => page.getByRole('row').count()).toBe(2)
  await expectAccessible(page)

  await prompt.getByRole('link').click()
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: /^v1/ }).click()
  await page.getByRole('button', { name: 'Remove reviewed' }).click()
  await eventually(() => page.getByRole('main').getByText('reviewed').count()).toBe(0)
})

test('a dataset is sorted by a column in both directions', async ({ page }) => {
  await page.goto(inProject('datasets'))
  await page.getByRole('link', { name: 'support-questions' }).click()
  await eventually(() => topics(page)).toContain('delivery')

  await page.getByRole('button', { name: 'topic' }).click()
  await eventually(async () => (await topics(page))[0]).toBe('advice')
  expect(isSorted(await topics(page))).toBe(true)
  await page.getByRole('button', { name: 'topic' }).click()

  await eventually(async () => (await topics(page))[0]).toBe('stock')
  expect(isSorted((await topics(page)).reverse())).toBe(true)
  await expectAccessible(page)
})

test('the columns of a dataset are as wide as their values', async ({ page }) => {
  await page.goto(inProject('datasets/support-questions/versions/latest'))
  const row = page.getByRole('row').nth(1)
  await row.getByText('delivery').waitFor()
  const [id, question, topic, expected] = await Promise.all(
    [1, 2, 3, 4].map((at) => boxOf(row.getByRole('cell').nth(at))),
  )

  expect(id?.width).toBeLessThan(80)
  expect(topic?.width).toBeLessThan(150)
  expect(question?.width).toBeGreaterThan(300)
  expect(expected?.width).toBeGreaterThan(300)
  const topics = page.getByRole('cell', { name: /^(delivery|returns|advice|billing|product|stock)$/ })
  await eventually(() => topics.count()).toBeGreaterThan(10)
  expect(
    await topics.evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length),
  ).toBe(0)
})

test('the rows of a dataset are filtered by words and by columns', async ({ page }) => {
  await page.goto(inProject('datasets'))
  await page.getByRole('link', { name: 'support-questions' }).click()
  await eventually(() => topics(page)).toContain('delivery')
  const filter = page.getByRole('searchbox', { name: 'Filter rows' })

  await filter.fill('topic:billing id:<20')
  await filter.press('Enter')
  await eventually(() => topics(page)).not.toContain('delivery')
  expect(new Set(await topics(page))).toEqual(new Set(['billing']))
  await page.getByText(/^\d+ of \d+ rows$/).waitFor()

  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('id:>many')
  await page.getByRole('searchbox', { name: 'Filter rows' }).press('Enter')
  await page.getByRole('alert').getByText('id needs a number').waitFor()
  await expectAccessible(page)
})

test('runs of an evaluation are compared example by example', async ({ page }) => {
  await page.goto(inProject('evaluations'))
  for (const index of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(index).check()

  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('32 of 32 examples').waitFor()
  await page.getByRole('button', { name: 'Regressions' }).click()

  await eventually(() => page.getByText('32 of 32 examples').count()).toBe(0)
  await page.keyboard.press('j')
  await page.getByRole('complementary', { name: 'Example' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Example' }).waitFor({ state: 'detached' })
})

test('a wide dataset stays inside the window and opens a row far down', async ({ server, page }) => {
  const columns = Array.from({ length: 14 }, (_, at) => `column ${at}`)
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    ...Object.fromEntries(columns.map((name) => [name, `${name} of ${at}`])),
    '': 'unnamed',
  }))
  const { digest } = await server.client.call(createTable, { table: { project_id: PROJECT, rows } })
  const val = { _type: 'Dataset', rows: `weave:///${PROJECT}/table/${digest}` }
  const obj = { project_id: PROJECT, object_id: 'wide', val }
  await server.client.call(createObject, { obj })

  await page.goto(inProject('datasets/wide/versions/latest?row=900'))

  await page.getByRole('complementary', { name: 'Row 900' }).getByText('column 13 of 900').waitFor()
  await page.getByRole('columnheader', { name: '""' }).waitFor()
  const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(overflow).toBe(0)
  await expectAccessible(page)
})

test('deleting all versions of an object returns to the list', async ({ server, page }) => {
  const obj = { project_id: PROJECT, object_id: 'short-lived', val: { words: 'gone soon' } }
  await server.client.call(createObject, { obj })
  await page.goto(inProject('objects'))
  await page.getByRole('link', { name: 'short-lived' }).click()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('menuitem', { name: 'Delete all versions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all versions' }).click()

  await page.getByText('Deleted 1 version of short-lived').waitFor()
  await page.getByRole('heading', { name: 'Objects' }).waitFor()
  await eventually(() => page.getByRole('link', { name: 'short-lived' }).count()).toBe(0)
})

const TOPIC_COLUMN = 3

const topics = (page: Page): Promise<string[]> => columnTexts(page, TOPIC_COLUMN)

const isSorted = (values: readonly string[]): boolean =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value)
