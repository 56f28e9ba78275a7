import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('a cell adds its value to the filter, or excludes it', async ({ page }) => {
  await page.goto(inProject('traces'))
  const user = cell(page, 'margaret')

  await act(user, 'Filter by enduser:margaret')
  await page.getByRole('button', { name: 'Edit enduser:margaret' }).waitFor()
  await page.getByRole('button', { name: 'Edit root:true' }).waitFor()
  const others = page.getByRole('cell').filter({ hasText: /^(ada|alan|grace|linus)$/ })
  await eventually(() => others.count()).toBe(0)

  const model = page
    .getByRole('cell')
    .filter({ hasText: /gpt-4o/ })
    .first()
  await act(model, /^Exclude model:/)

  await page.getByRole('button', { name: /^Edit -model:gpt-4o/ }).waitFor()
  await page.getByRole('button', { name: 'Edit enduser:margaret' }).waitFor()
})

test('a cut cell shows its whole text as a tooltip', async ({ page }) => {
  await page.goto(inProject('traces'))
  const input = page
    .getByRole('cell')
    .filter({ hasText: /Please change the delivery address/ })
    .first()

  await input.hover()

  await eventually(() => input.getAttribute('title')).toMatch(/^Please change the delivery address/)
})

test('a cut name in the tree of a trace shows its whole text as a tooltip', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(inProject('traces?filter=root:true%20op:SupportAgent.run%20status:success'))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('link', { name: 'Full page' }).click()
  const name = page.getByRole('treegrid').getByText('openai.chat.completions.create').first()

  await name.hover()

  await eventually(() => name.getAttribute('title')).toBe('openai.chat.completions.create')
})

test('a cell is copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(inProject('traces'))
  const user = cell(page, 'margaret')

  await act(user, 'Copy')

  await eventually(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('margaret')
})

test.for(['Name', 'User', 'Tokens', 'Cost', 'attributes.env', 'feedback.helpful'])(
  'the table is sorted by %s',
  async (title, { page }) => {
    await page.goto(inProject('traces'))
    await page.getByRole('row').nth(5).waitFor()
    if (title.includes('.')) {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByLabel('Column path').fill(title)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.keyboard.press('Escape')
    }

    await page.getByRole('columnheader', { name: title }).getByRole('button').click()
    await page.getByRole('columnheader', { name: title }).getByRole('button').click()

    await eventually(() => page.getByRole('columnheader', { name: title }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await page.getByRole('row').nth(5).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)

test('the table is filtered by cost and tokens', async ({ page }) => {
  await page.goto(inProject('traces?filter=cost:>0+tokens:>10'))
  await page.getByRole('row').nth(3).waitFor()

  await page.goto(inProject('traces?filter=tokens:>999999999'))
  await page.getByText('No calls match').waitFor()
})

test('the page of a trace steps to the next and previous trace of the table, and Escape goes back', async ({
  page,
}) => {
  await page.goto(inProject('traces?filter=root:true+op:rag_answer'))
  const links = page.getByRole('row').getByRole('link')
  await links.nth(2).waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await links.nth(1).click()
  const tab = page.getByRole('tab', { name: 'Attributes' })
  await tab.click()
  await page.getByRole('link', { name: 'Full page' }).click()
  await page.waitForURL(`**${paths[1]}*`)

  await page.getByRole('button', { name: 'Next trace (J)' }).click()
  await page.waitForURL(`**${paths[2]}*`)
  await page.getByRole('treegrid').waitFor()
  expect(await tab.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('K')
  await page.waitForURL(`**${paths[1]}*`)
  await page.keyboard.press('K')
  await page.waitForURL(`**${paths[0]}*`)
  await eventually(() => page.getByRole('button', { name: 'Previous trace (K)' }).isDisabled()).toBe(true)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit op:rag_answer' }).waitFor()
})

test('a value in a payload is added to the filter of the table', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true+op:rag_answer'))
  await page.getByRole('row').getByRole('link').first().click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'JSON' }).click()
  const row = panel.getByRole('treeitem').filter({ hasText: 'question' }).first()
  await row.hover()

  await row.getByRole('button', { name: /More|Actions|menu/i }).click()
  await page.getByRole('menuitem', { name: /Filter/ }).click()

  await page.getByRole('button', { name: 'Edit op:rag_answer' }).waitFor()
  await page.getByRole('button', { name: /^Edit inputs\.question/ }).waitFor()
})

/** The first cell with this text. */
const cell = (page: Page, text: string) => page.getByRole('cell').filter({ hasText: text }).first()

/** Picks an action from the menu of a cell. */
async function act(shown: Locator, name: string | RegExp): Promise<void> {
  await shown.hover()
  await shown.getByRole('button', { name: 'Cell actions' }).click()
  await shown.getByRole('menuitem', { name }).click()
}
