import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addUser, createKey } from '@heddle/contract/settings'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { CLIENT, openSignInProvider } from '../../server/src/testing/sign-in-provider.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { eventually, test } from './browser.ts'
import { API_KEY, inProject } from './demo-server.ts'
import { collectPageErrors } from './page-errors.ts'
import { signIn } from './sign-in.ts'

const UI_FOLDER = fileURLToPath(new URL('../../server/dist/ui', import.meta.url))

test('the sign-in link from the terminal signs in and leaves no token in the URL', async ({ browser }) => {
  const printed: string[] = []
  const pageErrors: string[] = []
  let address = ''
  const visit = async () => {
    await nextTurn()
    const [link = ''] = /http:\S+token=\S+/.exec(printed.join('\n')) ?? []
    const page = await browser.newPage()
    const collected = collectPageErrors(page, new URL(link).origin, [])
    await page.goto(link)
    await page.getByRole('button', { name: 'Account: admin' }).waitFor()
    address = new URL(page.url()).search
    await page.close()
    pageErrors.push(...collected)
  }

  const { code } = await openTerminal(temporaryFolder()).runWith(
    { uiFolder: UI_FOLDER, print: (line) => printed.push(line), untilStopped: visit },
    'serve',
  )

  expect({ code, address, pageErrors }).toEqual({ code: 0, address: '', pageErrors: [] })
})

test('a key signs in to the requested page, and a reload stays signed in', async ({ visitor }) => {
  await visitor.goto(inProject('traces'))

  await signIn(visitor, API_KEY)
  await visitor.getByRole('table', { name: 'Traces' }).waitFor()
  await visitor.reload()

  await visitor.getByRole('table', { name: 'Traces' }).waitFor()
})

test('a wrong key shows an error', async ({ visitor, expectedErrors }) => {
  expectedErrors.push('401 /session')
  await visitor.goto('/')

  await signIn(visitor, 'no such key')

  await visitor.getByRole('alert').waitFor()
  expect(await visitor.getByRole('banner').count()).toBe(0)
})

test('signing out shows the sign-in page, also on Back', async ({ visitor }) => {
  const quietMs = quietTime(visitor)
  await visitor.goto(inProject('traces'))
  await signIn(visitor, API_KEY)
  await visitor.getByRole('link', { name: 'rag_answer' }).first().waitFor()
  // What is asked for before the session ends is answered; browsers would log a 401.
  await eventually(quietMs).toBeGreaterThan(1_000)

  await visitor.getByRole('button', { name: 'Account: admin' }).click()
  await visitor.getByRole('menuitem', { name: 'Sign out' }).click()
  await visitor.getByRole('heading', { name: 'Sign in to Heddle' }).waitFor()
  await visitor.reload()

  await visitor.getByRole('heading', { name: 'Sign in to Heddle' }).waitFor()
})

test('a user who signs in after a session has ended sees none of the data of the previous one', async ({
  browser,
  server,
}) => {
  await server.client.call(addUser, { name: 'joan' })
  const { key } = await server.client.call(createKey, { user_name: 'joan' })
  // Not the page of a test, which may not log an error: requests are refused here.
  const page = await browser.newPage({ baseURL: server.url })
  const rows = page.getByRole('link', { name: 'rag_answer' })
  await page.goto(inProject('traces'))
  await signIn(page, API_KEY)
  await rows.first().waitFor()

  await page.context().clearCookies()
  // A request of the page may notice it first, and the link is gone.
  await page
    .getByRole('link', { name: 'Costs' })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await signIn(page, key)
  await page.getByRole('button', { name: 'Account: joan' }).waitFor()
  await page.getByRole('link', { name: 'Traces', exact: true }).click()

  await page.getByText('Could not load').first().waitFor()
  expect(await rows.count()).toBe(0)
  await page.close()
})

test('people sign in with the provider, on the page they asked for', async ({ browser }) => {
  const { issuer, serve } = await openSignInProvider((login) => ({ email: `${login}@example.org` }))
  const printed: string[] = []
  let ended = ''
  const visit = async () => {
    await nextTurn()
    const url = new URL(/http:\S+token=\S+/.exec(printed.join('\n'))?.[0] ?? '').origin
    serve(url)
    const page = await browser.newPage()
    await page.goto(`${url}/?sign_in=unavailable`)
    await page.getByRole('alert').getByText('provider cannot be reached').waitFor()
    await page.goto(`${url}/demo/assistant/weave/traces`)
    await page.getByRole('link', { name: 'Sign in with Example' }).click()
    await page.locator('input[name=login]').fill('ada')
    await page.locator('input[name=password]').fill('any')
    await page.getByRole('button').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Account: ada@example.org' }).waitFor()
    ended = new URL(page.url()).pathname
    await page.close()
  }
  const environment = {
    HEDDLE_DATA: temporaryFolder(),
    HEDDLE_PORT: '0',
    HEDDLE_OIDC_ISSUER: issuer,
    HEDDLE_OIDC_CLIENT_ID: CLIENT.clientId,
    HEDDLE_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    HEDDLE_OIDC_NAME: 'Example',
    HEDDLE_OIDC_ROLES: '*:demo/viewer',
  }

  const { code } = await openTerminal('/nowhere').runWith(
    { environment, uiFolder: UI_FOLDER, print: (line) => printed.push(line), untilStopped: visit },
    'serve',
  )

  expect({ code, ended }).toEqual({ code: 0, ended: '/demo/assistant/weave/traces' })
})

/** For how long a page has been waiting for nothing but events. */
function quietTime(page: Page): () => number {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const settle = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('request', (request) => {
    if (!request.url().endsWith('/calls/live')) open.add(request)
  })
  page.on('requestfinished', settle)
  page.on('requestfailed', settle)
  return () => (open.size > 0 ? 0 : Date.now() - changedAt)
}
