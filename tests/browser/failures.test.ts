import { basename } from 'node:path'
import { createObject } from '@heddle/contract/objects'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

const LONE: Readonly<Parameters<typeof writeTrace>[1]> = { op: 'lone-call', output: 'alone' }

test('feedback rejected by the server is rolled back with an error', async ({
  server,
  page,
  expectedErrors,
}) => {
  expectedErrors.push('500 /feedback/create')
  await page.route('**/feedback/create', (route) =>
    route.fulfill({ status: 500, json: { reason: 'the disk is full' } }),
  )
  await page.goto(inProject(`calls/${await writeTrace(server.client, LONE)}?tab=feedback`))

  const thumb = page.getByRole('button', { name: 'React with 👍' })
  await thumb.click()

  await page.getByText('the disk is full').waitFor()
  await eventually(() => thumb.getAttribute('aria-pressed')).toBe('false')
  await page.getByText('No feedback yet').waitFor()
})

test('a note and an answer about a call are kept until they are stored', async ({
  server: { client },
  page,
  expectedErrors,
}) => {
  const val = { name: 'Reason', description: null, field_schema: { type: 'string' } }
  const obj = { project_id: PROJECT, object_id: 'reason', builtin_object_class: 'AnnotationSpec', val }
  await client.call(createObject, { obj })
  expectedErrors.push('400 /feedback/create')
  await page.route('**/feedback/create', (route) =>
    route.fulfill({ status: 400, json: { reason: 'not now' } }),
  )
  await page.goto(inProject(`calls/${await writeTrace(client, LONE)}?tab=feedback`))
  const [note, reason] = [page.getByLabel('Note'), page.getByLabel('Reason')]

  await reason.fill('because')
  await reason.press('Enter')
  await page.getByText('not now').waitFor()
  await note.fill('half a')
  await page.getByRole('tab', { name: 'Call', exact: true }).click()
  await page.getByRole('tab', { name: 'Feedback' }).click()

  expect(await reason.inputValue()).toBe('because')
  expect(await note.inputValue()).toBe('half a')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('region', { name: 'History' }).getByText('half a').waitFor()
  await eventually(() => note.inputValue()).toBe('')
})

test('feedback that cannot be read is not said to be none, and can be retried', async ({
  server,
  page,
  expectedErrors,
}) => {
  expectedErrors.push('403 /feedback/query')
  await page.route('**/feedback/query', (route) =>
    route.fulfill({ status: 403, json: { reason: 'not now' } }),
  )
  await page.goto(inProject(`calls/${await writeTrace(server.client, LONE)}?tab=feedback`))

  await page.getByText('Could not load feedback').waitFor()
  expect(await page.getByText('No feedback yet').count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No feedback yet').waitFor()
})

test('a comparison with a version of an op without source code says so', async ({
  server: { client },
  page,
}) => {
  const publish = async (about: string) => {
    const val = { _type: 'CustomWeaveType', weave_type: { type: 'Op' }, files: {}, about }
    const obj = { project_id: PROJECT, object_id: 'sourceless', val }
    return (await client.call(createObject, { obj })).digest
  }
  await publish('first')
  const op = `weave:///${PROJECT}/op/sourceless:${await publish('second')}`
  await page.goto(inProject(`calls/${await writeTrace(client, { op, output: 'alone' })}?tab=code`))

  await page.getByLabel('Compare with version').selectOption('v0')

  await page.getByText('v0 was published without source code').waitFor()
})

test('traces that fail to load for a comparison show an error and can be retried', async ({
  server,
  page,
  expectedErrors,
}) => {
  const ids = [await writeTrace(server.client, LONE), await writeTrace(server.client, LONE)]
  expectedErrors.push('500 /trace/skeleton')
  await page.route('**/trace/skeleton', (route) =>
    route.fulfill({ status: 500, json: { reason: 'the disk is full' } }),
  )

  await page.goto(inProject(`compare?calls=${ids}&mode=traces`))
  await page.getByText('the disk is full').waitFor()

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('treegrid', { name: 'Calls in both traces' }).waitFor()
})

test('a page whose chunk is missing shows an error, and a reload recovers', async ({
  page,
  expectedErrors,
}) => {
  await page.goto(inProject('traces'))
  await page.getByRole('link', { name: 'rag_answer' }).first().waitFor()
  const isPage = (path: string) => /^Page-.*\.js$/.test(basename(path))
  await page.route(
    ({ pathname }) => isPage(pathname),
    (route) => {
      expectedErrors.push(`404 ${new URL(route.request().url()).pathname}`)
      return route.fulfill({ status: 404, body: '' })
    },
  )

  await page.getByRole('link', { name: 'Objects' }).click()
  await page.getByRole('alert').getByText('Could not load the page').waitFor()

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'support-prompt' }).waitFor()
})

test('a render error in a page leaves the shell working', async ({ browser, server, session }) => {
  // React logs the fault, as it should: this tab is not one of those that must stay silent.
  const context = await browser.newContext({ baseURL: server.url, storageState: session })
  const page = await context.newPage()
  await page.route('**/calls/stats', (route) => route.fulfill({ json: {} }))

  await page.goto(inProject('dashboard'))
  await page.getByRole('alert').getByText('Something went wrong').waitFor()

  await page.getByRole('link', { name: 'Datasets' }).click()
  await page.getByRole('link', { name: 'support-questions' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await context.close()
})

const GONE: [address: string, title: string, back: string, action: string][] = [
  [inProject('calls/gone'), 'Call not found', 'All traces', 'Compare'],
  [inProject('objects/gone/versions/latest'), 'gone not found', 'All objects', 'Try again'],
  [inProject('datasets/gone/versions/latest'), 'gone not found', 'All datasets', 'Add row'],
  [
    inProject('datasets/support-questions/versions/v99'),
    'Version of support-questions not found',
    'All datasets',
    'Add row',
  ],
]

test.for(GONE)(
  '%s says that there is no such thing, and leads back',
  async ([address, title, back, action], { page, expectedErrors }) => {
    expectedErrors.push('404 /obj/read')
    await page.goto(address)

    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    expect(await page.getByText(action, { exact: true }).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: back, exact: true }).last().click()

    await page.waitForURL(`**${inProject(back.replace('All ', ''))}`)
  },
)

test('an unknown page says so, also in the name of the tab', async ({ page }) => {
  await page.goto(inProject('traces'))
  await eventually(() => page.title()).toContain('Traces')

  await page.evaluate(`history.pushState(null, '', '${inProject('nowhere')}')`)

  await page.getByText('Page not found').waitFor()
  await eventually(() => page.title()).toBe('Page not found · Heddle')
})
