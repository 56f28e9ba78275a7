import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@heddle/contract/client'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { eventually, test } from './browser.ts'
import { API_KEY } from './demo-server.ts'
import { signIn } from './sign-in.ts'
import { writeTrace } from './write-trace.ts'

const PROJECT = 'demo/restarted'
const TRACES = `/${PROJECT}/weave/traces`

test('while the server is away, the page stays and says so; then live mode and queries resume', async ({
  browser,
}) => {
  const { server, restart, cleanUp } = await startRestartable()
  const { page, close } = await openSignedIn(browser, server.url)
  await page.goto(`${TRACES}?live=1`)
  await row(page, 'before').waitFor()

  await server.stop()
  await banner(page).getByText('The server cannot be reached').waitFor()
  await row(page, 'before').click()
  expect(await row(page, 'before').count()).toBe(1)
  expect(await page.getByText('Failed to fetch').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)

  const again = await restart()
  await eventually(() => banner(page).textContent()).toBe('')
  await page.getByRole('region', { name: 'Selected call' }).waitFor()
  await writeTrace(
    createClient({ baseUrl: again.url, apiKey: API_KEY }),
    { op: 'after', output: '' },
    PROJECT,
  )
  await row(page, 'after').waitFor()

  await close()
  await again.stop()
  cleanUp()
})

test('a new build asks to reload', async ({ page, server }) => {
  await writeTrace(server.client, { op: 'before', output: '' }, PROJECT)
  await page.goto(TRACES)
  await row(page, 'before').waitFor()
  let reloads = 0
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/other.js"></script>' }),
  )

  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await banner(page).getByText('Heddle has been updated').waitFor()

  page.on('load', () => reloads++)
  await banner(page).getByRole('button', { name: 'Reload' }).click()
  await eventually(() => reloads).toBe(1)
  await row(page, 'before').waitFor()
})

test('a change that cannot be saved says so at once', async ({ page, server, expectedErrors }) => {
  const id = await writeTrace(server.client, { op: 'before', output: '' }, PROJECT)
  expectedErrors.push('undefined /feedback/create')
  await page.goto(`/${PROJECT}/weave/calls/${id}?tab=feedback`)
  await page.getByText('No feedback yet').waitFor()
  await page.route('**/feedback/create', (route) => route.abort('connectionrefused'))

  await page.getByRole('button', { name: 'React with 👍' }).click()

  await page.getByText('The server cannot be reached.').first().waitFor()
})

const banner = (page: Page) => page.locator('[data-state]').first()

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A server with one trace that can be started again at the same address. */
async function startRestartable() {
  const data = mkdtempSync(join(tmpdir(), 'heddle-restart-'))
  const server = await startServer({ data, apiKey: API_KEY })
  const { port } = new URL(server.url)
  await writeTrace(
    createClient({ baseUrl: server.url, apiKey: API_KEY }),
    { op: 'before', output: '' },
    PROJECT,
  )
  return {
    server,
    restart: (): Promise<ServerProcess> => startServer({ data, apiKey: API_KEY, port: Number(port) }),
    cleanUp: () => rmSync(data, { recursive: true, force: true }),
  }
}

/** Browsers log refused connections, so this tab may log errors. */
async function openSignedIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/')
  await signIn(page, API_KEY)
  await page.getByRole('banner').waitFor()
  return { page, close: () => context.close() }
}
