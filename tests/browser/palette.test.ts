import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { boxOf, eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('the palette navigates by a few letters', async ({ page }) => {
  await openPalette(page)

  await page.keyboard.type('dashb')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
})

test.for([
  ['support-prom', 'Prompt', '/weave/objects/support-prompt/'],
  ['support-ques', 'Dataset', '/weave/datasets/support-questions/'],
  ['thread-1', 'Thread', '/weave/threads?thread=thread-1'],
  ['margar', 'User', 'enduser%3Amargaret'],
  ['helpfuln', 'Feedback', 'has%3Afeedback.helpfulness'],
  ['support on gpt', 'Evaluation run', '/weave/evaluations?runs='],
] as const)('Enter opens what %s names: a %s', async ([text, kind, address], { page }) => {
  await openPalette(page)

  await page.keyboard.type(text)
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: new RegExp(`${kind}$`) })
    .waitFor()
  await page.keyboard.press('Enter')

  await eventually(() => page.url()).toContain(address)
})

test('the keys of a page are listed, and lead to other pages', async ({ page }) => {
  await page.goto(inProject('traces'))
  await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Focus filter').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')

  await page.getByRole('heading', { name: 'Objects', level: 1 }).waitFor()
})

test('a dialog stays open while text is selected in it, and closes by a click outside', async ({ page }) => {
  await page.goto(inProject('traces'))
  await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const { x, y } = await boxOf(sheet.getByText('Focus filter'))

  await page.mouse.move(x + 2, y + 4)
  await page.mouse.down()
  await page.mouse.move(4, 4, { steps: 3 })
  await page.mouse.up()
  expect(await sheet.isVisible()).toBe(true)
  await page.mouse.click(4, 4)

  await eventually(() => sheet.isVisible()).toBe(false)
})

test('the theme is switched, and a reload keeps it', async ({ page }) => {
  await page.goto(inProject('traces'))
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await eventually(background).not.toBe('rgb(255, 255, 255)')
  const dark = await background()

  await page.reload()

  await eventually(background).toBe(dark)
})

test('text that names nothing is searched for, and changes nothing else', async ({ page }) => {
  await openPalette(page)
  const theme = await page.locator('html').getAttribute('data-theme')

  await page.keyboard.type('teak')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Edit teak' }).waitFor()
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
})

test('a view is saved for everyone, opened by name, and deleted', async ({ page }) => {
  await page.goto(inProject('traces?filter=root:true+status:error&range=7d'))
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Name of the view').fill('Failed this week: 50%')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Name of the view').waitFor({ state: 'detached' })

  await openPalette(page)
  await page.keyboard.type('failed this')
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Saved view' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit status:error' }).waitFor()
  expect(page.url()).toContain('range=7d')

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('link', { name: 'Failed this week: 50% admin' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete view Failed this week: 50%' }).click()
  await page.getByText('No saved views yet.').waitFor()
})

async function openPalette(page: Page): Promise<void> {
  await page.goto(inProject('traces'))
  await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor()
}
