import type { Page } from 'playwright-core'
import { BARE_SCROLLER, openBarePage, repeatRows } from './bare-page.ts'

/** Measured steps and their p95 budgets in milliseconds. */
export const BUDGETS_MS = {
  'first table paint': 300,
  'filter to rows': 200,
  'open a trace beside the table': 250,
  'its payload': 350,
  'switch of a pane': 50,
  'a reaction is shown': 50,
  'and confirmed by the server': 100,
  'open the large trace': 500,
  'frame while scrolling the table': 17,
  'frame while scrolling the large trace': 17,
} as const
export type Measurement = keyof typeof BUDGETS_MS

/** Records one measurement. */
export type Keep = (measurement: Measurement, ...ms: readonly number[]) => void

const SCROLLED_FRAMES = 120
/** So often are the rows of the bare page repeated that it does not end before. */
const BARE_REPEATS = 40
/** None of them matches the newest, large trace, so that other rows come first. */
const FILTERS = ['status:error', 'op:step-7', 'attributes.env:staging', 'output.score:>0.99']

const TABLE_ROWS = "document.querySelector('[data-row-link]')"
const TREE_ROWS = "document.querySelector('[role=treegrid] [role=row][aria-level]')"
/** Payloads of the benchmark are longer than this, placeholders are empty. */
const PAYLOAD = "document.querySelector('[role=tabpanel]')?.textContent.length > 200"

const ATTRIBUTES = "document.querySelector('[role=tabpanel][aria-labelledby$=attributes]')"

const REACTION = 'document.querySelector(\'[aria-label^="React with 👍"][aria-pressed=true]\')'
/** The page was loaded for this round, so nothing is cached. */
const CONFIRMED =
  "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/feedback/create'))"

/** What the bare page takes. */
export interface BareTimes {
  readonly firstPaint: number
  readonly frames: readonly number[]
}

/** First table paint of the bare page, and frames while scrolling it. */
export async function measureBarePage(page: Page, projectId: string): Promise<BareTimes> {
  const tab = await openBarePage(page, projectId)
  try {
    const firstPaint = await tab.evaluate<number>(`stopwatch.sinceLoad(() => ${TABLE_ROWS})`)
    await repeatRows(tab, BARE_REPEATS)
    return { firstPaint, frames: await scrolled(tab, BARE_SCROLLER) }
  } finally {
    await tab.close()
  }
}

/** One round: open the table, scroll, filter, open a trace, switch tabs. */
export async function measureTable(page: Page, tracesPath: string, keep: Keep, round: number): Promise<void> {
  keep('first table paint', await loaded(page, tracesPath, TABLE_ROWS))
  keep('frame while scrolling the table', ...(await scrolled(page, TABLE_SCROLLER)))

  await loaded(page, tracesPath, TABLE_ROWS)
  const first = await page.evaluate<string>(`${TABLE_ROWS}.href`)
  await page.getByRole('combobox', { name: 'Add a filter' }).fill(FILTERS[round % FILTERS.length] ?? '')
  const pressEnter = () => page.keyboard.press('Enter')
  const [rowsMs = 0] = await sinceInput(
    page,
    pressEnter,
    `${TABLE_ROWS} && ${TABLE_ROWS}.href !== '${first}'`,
  )
  keep('filter to rows', rowsMs)

  const openRow = () => page.getByRole('row').nth(3).click()
  const [treeMs = 0, payloadMs = 0] = await sinceInput(page, openRow, TREE_ROWS, PAYLOAD)
  keep('open a trace beside the table', treeMs)
  keep('its payload', payloadMs)

  const openTab = () => page.getByRole('tab', { name: 'Attributes' }).click()
  const [tabMs = 0] = await sinceInput(page, openTab, ATTRIBUTES)
  keep('switch of a pane', tabMs)

  await page.getByRole('tab', { name: 'Feedback' }).click()
  const thumb = page.getByRole('button', { name: 'React with 👍' })
  const react = () => thumb.click()
  const [reactionMs = 0, confirmedMs = 0] = await sinceInput(page, react, REACTION, CONFIRMED)
  keep('a reaction is shown', reactionMs)
  keep('and confirmed by the server', confirmedMs)
  // Removed again, because another round may reach the same call.
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No feedback yet').waitFor()
}

export async function measureLargeTrace(page: Page, callPath: string, keep: Keep): Promise<void> {
  keep('open the large trace', await loaded(page, callPath, TREE_ROWS))
  keep('frame while scrolling the large trace', ...(await scrolled(page, '[role=treegrid]')))
}

const TABLE_SCROLLER = ':has(> [role=table])'

/** Loads a page as if following an external link. */
async function loaded(page: Page, path: string, isThere: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate<number>(`stopwatch.sinceLoad(() => ${isThere})`)
}

/** Milliseconds from a click or Enter until each element is on screen. */
async function sinceInput(page: Page, input: () => Promise<void>, ...isThere: string[]): Promise<number[]> {
  const watches: number[] = []
  for (const each of isThere) watches.push(await page.evaluate(`stopwatch.watchInput(() => ${each})`))
  await input()
  return Promise.all(watches.map((watch) => page.evaluate<number>(`stopwatch.sinceInput(${watch})`)))
}

const scrolled = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate<number[]>(`stopwatch.scroll(document.querySelector('${selector}'), ${SCROLLED_FRAMES})`)
