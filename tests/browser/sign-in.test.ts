import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { test } from './browser.ts'
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
  await visitor.goto(inProject('traces'))
  await signIn(visitor, API_KEY)
  // What is asked for before the session ends is answered.
  await visitor.getByRole('link', { name: 'rag_answer' }).first().waitFor()

  await visitor.getByRole('button', { name: 'Account: admin' }).click()
  await visitor.getByRole('menuitem', { name: 'Sign out' }).click()
  await visitor.getByRole('heading', { name: 'Sign in to Heddle' }).waitFor()
  await visitor.reload()

  await visitor.getByRole('heading', { name: 'Sign in to Heddle' }).waitFor()
})
