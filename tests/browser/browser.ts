import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test as plainTest, type TestContext, vi } from 'vitest'
import { chromiumMissing, launchChromium } from './chromium.ts'
import { API_KEY, startDemoServer } from './demo-server.ts'
import { collectPageErrors } from './page-errors.ts'
import { signIn } from './sign-in.ts'

const TRACES = 40
const WAIT_MS = 45_000
const VIEWPORT = { width: 1440, height: 900 }
const SCREENSHOTS = join(tmpdir(), 'heddle-browser-tests')

// The first test of a file also starts the server, the demo data and the browser.
vi.setConfig({ testTimeout: 120_000 })
if (chromiumMissing) console.warn(`The browser tests are SKIPPED: ${chromiumMissing}`)

/**
 * A test of the built product in a real browser. Each file has one server with demo data and one
 * browser; each test has its own profile. `page` is signed in, `visitor` is not. A page that logs an
 * error or requests another server fails its test, and a failed test leaves a screenshot. Browsers log
 * error responses too: a test that expects one adds it to `expectedErrors`, such as `401 /session`.
 */
export const test = plainTest
  // biome-ignore lint/correctness/noEmptyPattern: Vitest parses the pattern for dependencies.
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startDemoServer({ traces: TRACES })
    onCleanup(async () => {
      await server.stop()
    })
    return server
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('session', { scope: 'file' }, async ({ browser, server }) => {
    const page = await browser.newPage({ baseURL: server.url })
    await page.goto('/')
    await signIn(page, API_KEY)
    await page.getByRole('banner').waitFor()
    const session = await page.context().storageState()
    await page.close()
    return session
  })
  .extend('expectedErrors', async (): Promise<string[]> => [])
  .extend('visitor', async ({ browser, server, expectedErrors, task }, { onCleanup }) => {
    const tab = await openTab(browser, { baseURL: server.url }, expectedErrors)
    onCleanup(() => closeTab(tab, task))
    return tab.page
  })
  .extend('page', async ({ browser, server, session, expectedErrors, task }, { onCleanup }) => {
    const tab = await openTab(browser, { baseURL: server.url, storageState: session }, expectedErrors)
    onCleanup(() => closeTab(tab, task))
    return tab.page
  })
  .skipIf(chromiumMissing !== undefined)

/** Retries an assertion on values read from a page. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: WAIT_MS })

/** What is written in a column of a table. Read in one step: Playwright would wait for a row that goes away meanwhile. */
export const columnTexts = (inside: Page | Locator, column: number): Promise<string[]> =>
  inside.getByRole('row').evaluateAll((rows, at) => {
    const textIn = (row: (typeof rows)[number]) =>
      [...row.querySelectorAll('td, [role="cell"]')][at]?.textContent
    return rows.slice(1).map((row) => textIn(row) ?? '')
  }, column)

export type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Where `shown` is on the page; waits until it is, also while the page draws it anew. */
export async function boxOf(shown: Locator): Promise<Box> {
  for (;;) {
    await shown.waitFor({ timeout: WAIT_MS })
    const box = await shown.boundingBox()
    if (box) return box
  }
}

interface Tab {
  readonly page: Page
  readonly pageErrors: readonly string[]
}

async function openTab(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
  expectedErrors: readonly string[],
): Promise<Tab> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  return { page, pageErrors: collectPageErrors(page, options.baseURL, expectedErrors) }
}

async function closeTab({ page, pageErrors }: Tab, task: TestContext['task']): Promise<void> {
  if (task.result?.state === 'fail' || pageErrors.length > 0) await keepScreenshot(page, task.name)
  await page.context().close()
  expect(pageErrors).toEqual([])
}

async function keepScreenshot(page: Page, testName: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  const path = join(SCREENSHOTS, `${testName.replaceAll(/\W+/g, '-')}.png`)
  await page.screenshot({ path })
  console.error(`The page as the test left it: ${path}`)
}
