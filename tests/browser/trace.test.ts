import type { Client } from '@heddle/contract/client'
import { queryFeedback } from '@heddle/contract/feedback'
import { createObject } from '@heddle/contract/objects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'
import { type Step, writeTrace } from './write-trace.ts'

const TRIP: Step = {
  op: 'plan-trip',
  output: 'planned',
  calls: [
    { op: 'find-trains', output: 'two trains', calls: [{ op: 'ask-timetable', output: '8:00 and 9:00' }] },
    { op: 'book-train', output: 'booked' },
  ],
}

test('a row opens the peek pane, Enter the full page, and the URL has the call', async ({ server, page }) => {
  const id = await writeTrace(server.client, TRIP)
  await page.goto(inProject('traces'))

  await page.getByRole('row').filter({ hasText: 'plan-trip' }).first().click()
  await callRow(page, 'book-train').waitFor()
  expect(page.url()).toContain(`peek=${id}`)
  await page.keyboard.press('Enter')

  await page.waitForURL(`**${inProject(`calls/${id}`)}*`)
  await callRow(page, 'book-train').waitFor()
  await expectAccessible(page)
})

test('the keyboard moves through a trace, and the payloads follow', async ({ server, page }) => {
  await openTrace(page, await writeTrace(server.client, TRIP))

  await page.keyboard.press('ArrowDown')
  await selectedCall(page).getByText('two trains').waitFor()
  await page.keyboard.press('j')
  await selectedCall(page).getByText('8:00 and 9:00').waitFor()
  await page.keyboard.press('ArrowLeft')
  await selectedCall(page).getByText('two trains').waitFor()

  await page.keyboard.press('ArrowLeft')
  await eventually(() => callRow(page, 'ask-timetable').count()).toBe(0)
  await page.keyboard.press(']')
  await callRow(page, 'ask-timetable').waitFor()
  await page.keyboard.press('[')
  await eventually(() => callRow(page, 'find-trains').count()).toBe(0)
})

test('the JSON tree handles its keys and opens the menu of a value', async ({ server, page }) => {
  await openTrace(page, await writeTrace(server.client, TRIP))
  await callRow(page, 'ask-timetable').click()
  await selectedCall(page).getByText('8:00 and 9:00').waitFor()
  await page.getByLabel('Payload view').getByText('JSON').click()
  await page.getByRole('tree', { name: 'Inputs' }).focus()
  const address = page.url()

  for (const key of ['Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowRight', 'ArrowLeft'])
    await page.keyboard.press(key)
  expect(page.url()).toBe(address)

  await page.keyboard.press('Space')
  await page.getByRole('menuitem', { name: 'Copy path' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => focused(page)).toBe('Inputs')

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Copy path' }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => focused(page)).toBe('Inputs')
  expect(page.url()).toBe(address)
})

test('a reload keeps the selected call', async ({ server, page }) => {
  await openTrace(page, await writeTrace(server.client, TRIP))
  await callRow(page, 'book-train').click()
  await selectedCall(page).getByText('booked').waitFor()

  await page.reload()

  await selectedCall(page).getByText('booked').waitFor()
})

test('a reaction and a note are added and removed on the server', async ({ server, page }) => {
  const id = await writeTrace(server.client, TRIP)
  await openTrace(page, id)
  await page.getByRole('tab', { name: 'Feedback' }).click()

  await page.getByRole('button', { name: 'React with 👍' }).click()
  await page.getByLabel('Note').fill('left too early')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('region', { name: 'History' }).getByText('left too early').waitFor()
  await eventually(() => feedbackOf(server.client, id)).toEqual(['wandb.note.1', 'wandb.reaction.1'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'React with 👍' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'left too early' })
    .getByRole('button', { name: 'Remove' })
    .click()

  await eventually(() => feedbackOf(server.client, id)).toEqual([])
  await page.reload()
  await page.getByText('No feedback yet').waitFor()
})

test('a note rejected by the server stays in the form until it is saved', async ({
  server,
  page,
  expectedErrors,
}) => {
  expectedErrors.push('500 /feedback/create')
  const id = await writeTrace(server.client, TRIP)
  await page.goto(inProject(`calls/${id}?tab=feedback`))
  await page.route('**/feedback/create', (route) =>
    route.fulfill({ status: 500, json: { reason: 'the disk is full' } }),
  )
  const note = page.getByLabel('Note')

  await note.fill('left too early')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('the disk is full').waitFor()
  expect(await note.inputValue()).toBe('left too early')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Add note' }).click()
  await eventually(() => note.inputValue()).toBe('')
  expect(await feedbackOf(server.client, id)).toEqual(['wandb.note.1'])
})

test('a reaction added in the peek pane shows in the row', async ({ server, page }) => {
  await writeTrace(server.client, { op: 'book-flight', output: 'booked' })
  await page.goto(inProject('traces?filter=op:book-flight'))
  const row = page.getByRole('row').filter({ hasText: 'book-flight' }).first()
  await row.click()
  await page.getByRole('tab', { name: 'Feedback' }).click()
  const thumb = page.getByRole('button', { name: 'React with 👍' })

  await thumb.click()
  await row.getByText('👍').waitFor()
  await thumb.click()

  await eventually(() => row.getByText('👍').count()).toBe(0)
})

test('another answer to a question replaces the one before, and the same one is not stored again', async ({
  server,
  page,
}) => {
  const id = await writeTrace(server.client, { op: 'book-hotel', output: 'booked' })
  const val = {
    _type: 'AnnotationSpec',
    _class_name: 'AnnotationSpec',
    _bases: ['Object', 'BaseModel'],
    name: 'Booked',
    field_schema: { type: 'boolean' },
  }
  await server.client.call(createObject, { obj: { project_id: PROJECT, object_id: 'is-booked', val } })
  await page.goto(inProject(`calls/${id}?tab=feedback`))
  const answers = page.getByRole('group', { name: 'Booked' })
  const history = page.getByRole('region', { name: 'History' })

  await answers.getByText('Yes').click()
  await history.getByText('true').waitFor()
  await answers.getByText('Yes').click()
  await answers.getByText('No').click()
  await history.getByText('false').waitFor()

  expect(await feedbackOf(server.client, id)).toEqual(['wandb.annotation.is-booked'])
  expect(await history.getByText('true').count()).toBe(0)
})

test('search selects matching calls', async ({ server, page }) => {
  await openTrace(page, await writeTrace(server.client, TRIP))

  const search = page.getByRole('search')
  await page.keyboard.press('/')
  await page.keyboard.type('8:00')
  await eventually(() => search.getByRole('status').textContent()).toBe('1')
  await page.keyboard.press('Enter')

  await selectedCall(page).getByText('8:00 and 9:00').waitFor()
})

async function openTrace(page: Page, id: string): Promise<void> {
  await page.goto(inProject(`calls/${id}`))
  await callRow(page, 'book-train').waitFor()
}

const callRow = (page: Page, op: string) =>
  page.getByRole('treegrid', { name: 'Calls in the trace' }).getByRole('row').filter({ hasText: op })

const selectedCall = (page: Page) => page.getByRole('region', { name: 'Selected call' })

const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label')

async function feedbackOf(client: Client, callId: string): Promise<string[]> {
  const { result } = await client.call(queryFeedback, {
    project_id: PROJECT,
    fields: ['feedback_type'],
    query: {
      $expr: {
        $eq: [{ $getField: 'weave_ref' }, { $literal: `weave:///${PROJECT}/call/${callId}` }],
      },
    },
  })
  return result.map(({ feedback_type }) => String(feedback_type)).sort()
}
