import {
  countAnnotationItems,
  createAnnotationQueue,
  queryAnnotationQueues,
} from '@heddle/contract/annotation-queues'
import { queryFeedback } from '@heddle/contract/feedback'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('a queue with a form is created, filled from the table, reviewed, and its progress is seen', async ({
  server,
  page,
}) => {
  await page.goto(inProject('feedback?tab=queues'))
  await page.getByRole('button', { name: 'New queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'New queue' })
  await dialog.getByLabel('Name', { exact: true }).fill('Odd answers')
  await dialog.getByLabel('Instructions').fill('Read the whole answer.')
  await dialog.getByLabel('Text of new question 1').fill('Verdict')
  await dialog.getByLabel('Type of new question 1').selectOption('One of several')
  await dialog.getByLabel('Choices of new question 1').fill('right, partly, wrong')
  for (const [at, name, type] of [
    [2, 'Stars', 'Number'],
    [3, 'What is missing', 'Free text'],
  ] as const) {
    await dialog.getByRole('button', { name: 'New question', exact: true }).click()
    await dialog.getByLabel(`Text of new question ${at}`).fill(name)
    await dialog.getByLabel(`Type of new question ${at}`).selectOption(type)
  }
  await dialog.getByLabel('Minimum of new question 2').fill('0')
  await dialog.getByLabel('Maximum of new question 2').fill('100')
  await dialog.getByRole('group', { name: 'Assigned to' }).getByRole('checkbox').first().check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved the queue Odd answers').waitFor()

  await page.goto(inProject('traces?filter=root:true%20status:success'))
  for (const row of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
  await page.getByRole('button', { name: 'Add to queue' }).click()
  await page.getByRole('button', { name: 'Add 2 calls' }).click()
  await page.getByText('Added 2 calls to Odd answers').waitFor()

  await page.goto(inProject('feedback?tab=queues'))
  await page.getByText('0 of 2').waitFor()
  await page.getByRole('cell', { name: 'admin' }).waitFor()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.getByText('Read the whole answer.').waitFor()
  await page.getByRole('link', { name: 'Open trace' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('2')
  await eventually(() => page.getByRole('button', { name: 'partly' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await page.getByLabel('Stars').fill('80')
  await page.getByLabel('Answer').fill('a date')
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('2 of 2').waitFor()

  await page.getByRole('tab', { name: 'Queues' }).click()
  await page.getByText('1 of 2').waitFor()
  await expectAccessible(page)
  // The form does not wait until its answers are stored.
  await eventually(async () => {
    const { result } = await server.client.call(queryFeedback, { project_id: PROJECT })
    const given = result.filter(({ feedback_type }) => String(feedback_type).includes('.question-'))
    return new Map<unknown, unknown>(given.map((row) => [row.feedback_type, row.payload]))
  }).toEqual(
    new Map<unknown, unknown>([
      ['wandb.annotation.question-verdict', { value: 'partly' }],
      ['wandb.annotation.question-stars', { value: 80 }],
      ['wandb.annotation.question-what-is-missing', { value: 'a date' }],
    ]),
  )
})

test('the call on a trace page is added to a queue', async ({ server, page }) => {
  const queue = { project_id: PROJECT, name: 'From a trace' }
  const { id } = await server.client.call(createAnnotationQueue, queue)
  await page.goto(inProject('traces?filter=root:true%20status:success'))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('link', { name: 'Full page' }).click()

  await page.getByRole('button', { name: 'Add to dataset or queue' }).click()
  await page.getByRole('menuitem', { name: 'Add to queue…' }).click()
  await page.getByLabel('Queue', { exact: true }).selectOption('From a trace')
  await page.getByRole('button', { name: 'Add 1 call' }).click()

  await page.getByText('Added 1 call to From a trace').waitFor()
  const request = { project_id: PROJECT, queue_ids: [id] }
  const { stats } = await server.client.call(countAnnotationItems, request)
  expect(stats).toMatchObject([{ total_items: 1 }])
})

test('a queue is renamed and deleted', async ({ server, page }) => {
  await page.goto(inProject('feedback?tab=queues'))
  await page.getByRole('button', { name: 'New queue' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Short-lived')
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /Short-lived/ })

  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Short-lived, renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Short-lived, renamed' }).click()
  await page.getByRole('button', { name: 'Delete queue' }).click()

  await eventually(async () => {
    const names: string[] = []
    for await (const { name } of await server.client.call(queryAnnotationQueues, { project_id: PROJECT }))
      names.push(name)
    return names
  }).not.toContain('Short-lived, renamed')
  await row.waitFor({ state: 'detached' })
})
