import { listEvaluationRuns } from '@heddle/contract/evaluations'
import { createObject } from '@heddle/contract/objects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { columnTexts, eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('a run shows its figures, distributions, trend and trials, and opens a trial beside them', async ({
  page,
}) => {
  await page.goto(inProject('evaluations'))
  await page.getByRole('link', { name: 'support on gpt-4o-mini' }).click()

  await page.getByRole('heading', { name: 'support on gpt-4o-mini' }).waitFor()
  await page.getByText('32 of 32 trials').waitFor()
  await page.getByRole('region', { name: 'exactness.correct over runs' }).getByText('3 runs').waitFor()
  const failed = page.getByRole('button', { name: /^failed: \d+$/ })
  const count = Number((await failed.getAttribute('aria-label'))?.split(' ')[1])
  await failed.click()
  await page.getByText(`${count} of 32 trials`).waitFor()
  await page.getByRole('row').nth(1).click()
  await page.getByRole('complementary', { name: 'Example' }).getByText('politeness.score').waitFor()
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await failed.click()
  await page.getByRole('searchbox', { name: 'Search trials' }).fill('gloves')
  await eventually(() => page.getByText('32 of 32 trials').count()).toBe(0)
})

test('the trace of a trial opens beside the rows, and follows them', async ({ page }) => {
  await page.goto(inProject('evaluations'))
  await page.getByRole('link', { name: 'support on gpt-4o-mini' }).click()
  await page.getByText('32 of 32 trials').waitFor()
  await page.getByRole('table', { name: 'Trials' }).getByRole('row').nth(1).click()

  await page.getByRole('button', { name: 'Show trace' }).click()
  const trace = page.getByRole('complementary', { name: 'Trace' })
  await trace.getByRole('row', { selected: true }).waitFor()
  expect(await page.getByRole('table', { name: 'Trials' }).isVisible()).toBe(true)
  const before = await trace.getByRole('link', { name: 'Full page' }).getAttribute('href')
  await page.keyboard.press('j')

  await eventually(() => trace.getByRole('link', { name: 'Full page' }).getAttribute('href')).not.toBe(before)
  await expectAccessible(page)
  await trace.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('complementary', { name: 'Example' }).waitFor()
})

test('trials are sorted by a score in both directions', async ({ page }) => {
  await page.goto(inProject('evaluations'))
  await page.getByRole('link', { name: 'support on gpt-4o', exact: true }).click()
  await page.getByText('32 of 32 trials').waitFor()

  await page.getByRole('button', { name: 'politeness.score', exact: true }).click()
  const highest = await firstScore(page)
  await page.getByRole('button', { name: 'politeness.score', exact: true }).click()

  await eventually(() => firstScore(page)).toBeLessThan(highest)
})

test('compared outputs are shown word by word, and percentages differ by points', async ({ page }) => {
  await page.goto(inProject('evaluations'))
  await page.getByRole('link', { name: 'support on gpt-4o-mini' }).click()
  await page.getByLabel('Compare with').selectOption('support on gpt-4o')
  await page.getByText('32 of 32 examples').waitFor()
  await page
    .getByRole('table', { name: 'Scores' })
    .getByText(/\d pts$/)
    .waitFor()

  await page.getByRole('button', { name: 'Changed' }).click()
  await page.keyboard.press('j')

  const pane = page.getByRole('complementary', { name: 'Example' })
  await pane.locator('ins').first().waitFor()
  expect(await pane.locator('del').count()).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('a leaderboard ranks the models of its evaluation', async ({ server, page }) => {
  const [entity = '', project = ''] = PROJECT.split('/')
  const evaluations: string[] = []
  for await (const { evaluation } of await server.client.call(listEvaluationRuns, { entity, project }))
    evaluations.push(evaluation)
  const column = {
    evaluation_object_ref: evaluations[0],
    scorer_name: 'exactness',
    summary_metric_path: 'correct.true_fraction',
  }
  const val = { name: 'Best support', description: '', columns: [column] }
  const obj = { project_id: PROJECT, object_id: 'best', builtin_object_class: 'Leaderboard', val }
  await server.client.call(createObject, { obj })

  await page.goto(inProject('leaderboards/best'))

  const board = page.getByRole('table', { name: 'Leaderboard' })
  await board.getByText('exactness.correct.true_fraction').waitFor()
  const numbers = (await columnTexts(board, 2)).map(Number)
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  await expectAccessible(page)
})

async function firstScore(page: Page): Promise<number> {
  const headers = await page.getByRole('table', { name: 'Trials' }).getByRole('columnheader').allInnerTexts()
  const row = page.getByRole('table', { name: 'Trials' }).getByRole('row').nth(1)
  return Number(await row.getByRole('cell').nth(headers.indexOf('politeness.score')).innerText())
}
