import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { test } from './browser.ts'
import { complaintsAbout } from './complaints.ts'
import { API_KEY, inProject } from './demo-server.ts'
import { signIn } from './sign-in.ts'

const UI_FOLDER = fileURLToPath(new URL('../../server/dist/ui', import.meta.url))

test('the address that the server prints in a terminal signs in, and leaves no token behind', async ({
  browser,
}) => {
  const printed: string[] = []
  const complaints: string[] = []
  let address = ''
  const visit = async () => {
    await nextTurn()
    const [link = ''] = /http:\S+token=\S+/.exec(printed.join('\n')) ?? []
    const page = await browser.newPage()
    const heard = complaintsAbout(page, new URL(link).origin, [])
    await page.goto(link)
    await page.getByRole('button', { name: 'Account: admin' }).waitFor()
    address = new URL(page.url()).search
    await page.close()
    complaints.push(...heard)
  }

  const { code } = await openTerminal(temporaryFolder()).runWith(
    { uiFolder: UI_FOLDER, print: (line) => printed.push(line), untilStopped: visit },
    'serve',
  )

  expect({ code, address, complaints }).toEqual({ code: 0, address: '', complaints: [] })
})

test('a key signs in to the page that was asked for, and a reload stays signed in', async ({ visitor }) => {
  await visitor.goto(inProject('traces'))

  await signIn(visitor, API_KEY)
  await visitor.getByRole('table', { name: 'Traces' }).waitFor()
  await visitor.reload()

  await visitor.getByRole('table', { name: 'Traces' }).waitFor()
})

test('a wrong key is refused, and says so', async ({ visitor, refusals }) => {
  refusals.push('401 /session')
  await visitor.goto('/')

  await signIn(visitor, 'no such key')

  await visitor.getByRole('alert').waitFor()
  expect(await visitor.getByRole('banner').count()).toBe(0)
})

test('signing out shows the sign-in page, also to whoever comes back', async ({ visitor }) => {
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
