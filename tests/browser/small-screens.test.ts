import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { type Box, boxOf, eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

const PHONE = { width: 390, height: 844 }

/** Each page, and something it shows once it has its data. */
const PAGES: [address: string, shows: string][] = [
  ['/', 'demo/assistant'],
  [inProject('traces'), 'rag_answer'],
  [inProject('traces?group=op'), 'rag_answer'],
  [inProject('threads'), 'First message'],
  [inProject('users'), 'margaret'],
  [inProject('dashboard'), 'SupportAgent.run'],
  [inProject('feedback'), 'helpfulness'],
  [inProject('feedback?tab=queues'), 'No queues yet'],
  [inProject('feedback?tab=review'), 'Inputs'],
  [inProject('evaluations'), 'support on gpt-4o'],
  [inProject('datasets'), 'support-questions'],
  [inProject('datasets/support-questions/versions/latest'), 'delivery'],
  [inProject('objects'), 'support-prompt'],
  [inProject('objects/support-prompt/versions/latest?tab=diff'), 'Never promise'],
  [inProject('costs'), 'gpt-4o'],
  [inProject('sql'), 'Run'],
  [inProject('settings'), 'HEDDLE_API_KEY'],
  [inProject('settings?tab=storage'), 'Storage by project'],
  [inProject('settings?tab=server'), 'Uptime'],
]

test.for(PAGES)('%s fits on a phone', async ([address, shows], { page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(address)
  await page.getByRole('main').getByText(shows).first().waitFor()

  await eventually(() => widestPixels(page)).toBeLessThanOrEqual(PHONE.width)
  // The places that the page is at are in view, also those at the end of a list that scrolls.
  const places = page.locator('nav [aria-current="page"], [role="tab"][aria-selected="true"]')
  for (const place of await places.all()) await expectOnScreen(place)
})

test('on a phone, the numbers beside a name are in view', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(inProject('users'))

  await expectOnScreen(page.getByRole('row').nth(1).getByRole('cell').nth(2))
  await page.goto('/')
  await expectOnScreen(page.getByRole('row').nth(1).getByRole('cell').nth(2))
})

test('on a phone, a time range is picked', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(inProject('threads'))

  await page.getByRole('button', { name: /^Time range/ }).click()
  await expectOnScreen(page.getByRole('dialog', { name: 'Time range' }))
  await expectOnScreen(page.getByRole('button', { name: 'Apply' }))
  await page.getByRole('button', { name: 'Last 7 days', exact: true }).click()
  await page.waitForURL('**/threads?range=7d')
})

test('on a phone, two calls are compared side by side, and as traces', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(inProject('traces?filter=root:true+op:SupportAgent.run+status:success'))
  for (const row of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
  await page.getByRole('button', { name: 'Compare' }).click()

  for (const remove of await page.getByRole('button', { name: 'Remove' }).all()) await expectOnScreen(remove)
  await page.getByRole('button', { name: 'Traces' }).click()
  await expectOnScreen(page.getByRole('columnheader', { name: 'Δ Duration' }))
  expect(await widestPixels(page)).toBeLessThanOrEqual(PHONE.width)
})

test('on a phone, a review has its question and its buttons in view', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(inProject('feedback?tab=review'))

  await expectOnScreen(page.getByRole('button', { name: /good/ }))
  await expectOnScreen(page.getByRole('button', { name: 'Back' }))
})

test('on a phone, figures of the dashboard beside each other are equally high', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto(inProject('dashboard'))
  const [calls, errors] = [/^Calls \d/, /^Errors \d/].map((name) => page.getByRole('link', { name }))

  await errors?.waitFor()
  expect((await calls?.boundingBox())?.height).toBe((await errors?.boundingBox())?.height)
})

test('the sign-in page fits on a phone', async ({ visitor }) => {
  await visitor.setViewportSize(PHONE)
  await visitor.goto('/')
  await visitor.getByLabel('API key').waitFor()

  expect(await widestPixels(visitor)).toBeLessThanOrEqual(PHONE.width)
})

test('on a phone, a trace covers the table and its messages have the width of the screen', async ({
  server,
  page,
}) => {
  await page.setViewportSize(PHONE)
  const calls = [{ op: 'ask-model', output: 'Take the train.' }]
  const id = await writeTrace(server.client, { op: 'ask-for-advice', output: 'Take the train.', calls })
  await page.goto(inProject(`traces?peek=${id}`))
  const answer = page.getByRole('region', { name: 'Output messages' })
  await answer.getByText('Take the train.').waitFor()

  await eventually(async () => (await boxOf(answer)).width).toBeGreaterThan(330)
  expect(await widestPixels(page)).toBeLessThanOrEqual(PHONE.width)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'ask-for-advice' }).waitFor()
})

test('on a phone, a long name leaves room for the buttons beside it', async ({ server, page }) => {
  await page.setViewportSize(PHONE)
  const id = await writeTrace(server.client, { op: 'plan-a-trip-'.repeat(10), output: 'planned' })
  await page.goto(inProject(`calls/${id}`))

  const copy = page.getByRole('button', { name: 'Copy call ID' })
  await expectOnScreen(copy)
  const { width } = await boxOf(page.getByRole('button', { name: 'Copy link' }))
  expect((await boxOf(copy)).width).toBe(width)
})

test('suggestions and the column chooser stay on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await page.goto(inProject('traces'))
  await page.getByText('rag_answer').first().waitFor()

  await page.getByRole('combobox', { name: 'Add a filter' }).fill('inp')
  await page.getByRole('option', { name: 'inputs' }).first().waitFor()
  await expectOnScreen(page.getByRole('listbox', { name: 'Suggestions' }))

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await expectOnScreen(chooser)
  await chooser.getByLabel('Column path').fill('attributes.a_long_path.of_an_attribute')
  await page.keyboard.press('Enter')
  await chooser.getByRole('button', { name: /Remove column/ }).waitFor()
  await expectOnScreen(chooser)
})

async function expectOnScreen(shown: Locator): Promise<void> {
  const screen = shown.page().viewportSize() ?? { width: 0, height: 0 }
  await eventually(() => boxOf(shown)).toSatisfy(
    ({ x, y, width, height }: Box) =>
      x >= 0 && y >= 0 && Math.floor(x + width) <= screen.width && Math.floor(y + height) <= screen.height,
    `inside ${screen.width} by ${screen.height} pixels`,
  )
}

/** Width that the page would scroll over, or its main part. */
const widestPixels = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "Math.max(document.documentElement.scrollWidth, document.querySelector('main').scrollWidth)",
  )
