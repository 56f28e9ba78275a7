import type { Page } from 'playwright-core'

/** What is measured, and the milliseconds that 95 of 100 times may take. */
export const BUDGETS_MS = {
  'first table paint': 300,
  'filter to rows': 200,
  'open a trace beside the table': 250,
  'its payload': 350,
  'switch of a pane': 50,
  'open the large trace': 500,
  'frame while scrolling the table': 17,
  'frame while scrolling the large trace': 17,
} as const
export type Measurement = keyof typeof BUDGETS_MS

/** Takes what one measurement took. */
export type Keep = (measurement: Measurement, ...ms: readonly number[]) => void

const SCROLLED_FRAMES = 120
/** The newest trace, the large one, fits none of them: other rows come up first. */
const FILTERS = ['status:error', 'op:step-7', 'attributes.env:staging', 'output.score:>0.99']

const TABLE_ROWS = "document.querySelector('[data-row-link]')"
const TREE_ROWS = "document.querySelector('[role=treegrid] [role=row][aria-level]')"
/** A payload of the bench has many more characters than this; what is shown before it comes has none. */
const PAYLOAD = "document.querySelector('[role=tabpanel]')?.textContent.length > 200"

/** One round through the traces of a project: open the table, scroll, filter, open one, look around. */
export async function measureTable(page: Page, tracesPath: string, keep: Keep, round: number): Promise<void> {
  await page.goto(tracesPath)
  keep('first table paint', await until(page, TABLE_ROWS))
  keep('frame while scrolling the table', ...(await scrolled(page, TABLE_SCROLLER)))

  await page.goto(tracesPath)
  await until(page, TABLE_ROWS)
  const first = await page.evaluate<string>(`${TABLE_ROWS}.href`)
  await page.getByRole('combobox', { name: 'Add a filter' }).fill(FILTERS[round % FILTERS.length] ?? '')
  await page.keyboard.press('Enter')
  keep('filter to rows', await until(page, `${TABLE_ROWS} && ${TABLE_ROWS}.href !== '${first}'`))

  await page.getByRole('row').nth(3).click()
  keep('open a trace beside the table', await until(page, TREE_ROWS))
  keep('its payload', await until(page, PAYLOAD))
  await page.getByRole('tab', { name: 'Attributes' }).click()
  keep(
    'switch of a pane',
    await until(page, "document.querySelector('[role=tabpanel][aria-labelledby$=attributes]')"),
  )
}

export async function measureLargeTrace(page: Page, callPath: string, keep: Keep): Promise<void> {
  await page.goto(callPath)
  keep('open the large trace', await until(page, TREE_ROWS))
  keep('frame while scrolling the large trace', ...(await scrolled(page, '[role=treegrid]')))
}

const TABLE_SCROLLER = ':has(> [role=table])'

const until = (page: Page, isThere: string): Promise<number> =>
  page.evaluate<number>(`stopwatch.until(() => ${isThere})`)

const scrolled = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate<number[]>(`stopwatch.scroll(document.querySelector('${selector}'), ${SCROLLED_FRAMES})`)
