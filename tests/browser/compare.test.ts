import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

test('two traces are compared call by call, from the newer to the older', async ({ server, page }) => {
  await writeTrace(server.client, {
    op: 'plan-trip',
    output: 'planned',
    calls: [
      { op: 'find-trains', output: 'two trains' },
      { op: 'take-taxi', output: 'taken' },
      { op: 'greet', output: 'hello' },
    ],
  })
  await writeTrace(server.client, {
    op: 'plan-trip',
    output: 'planned',
    calls: [
      { op: 'find-trains', output: 'three trains' },
      { op: 'greet', output: 'hello' },
      { op: 'book-train', output: 'booked' },
    ],
  })
  await page.goto(inProject('traces?filter=root:true%20op:plan-trip'))

  for (const index of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(index).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Traces' }).click()

  const calls = page.getByRole('treegrid', { name: 'Calls in both traces' })
  for (const row of ['changed find-trains', 'same greet', 'removed book-train', 'added take-taxi'])
    await calls.getByRole('row', { name: row }).waitFor()
  await calls.getByRole('row', { name: 'changed find-trains' }).click()
  const pair = page.getByRole('region', { name: 'Selected calls' })
  await pair.getByText('two trains').waitFor()
  await pair.getByText('three trains').waitFor()
  await expectAccessible(page)
})

test('one of several traces is compared with the baseline, and missing calls are listed', async ({
  server,
  page,
}) => {
  const ids: string[] = []
  for (const output of ['one', 'two', 'three'])
    ids.push(await writeTrace(server.client, { op: 'count', output }))
  await page.goto(inProject(`compare?calls=${ids.join(',')},nobody&mode=traces`))

  await page.getByText('3 calls').waitFor()
  await page.getByRole('button', { name: 'Remove nobody' }).waitFor()
  const pair = page.getByRole('region', { name: 'Selected calls' })
  await pair.getByText('two').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Compared with the baseline').selectOption(ids[2] ?? '')
  await pair.getByText('three').waitFor()

  await page.getByRole('button', { name: 'Remove nobody' }).click()
  await eventually(() => page.url()).not.toContain('nobody')
  await page.getByRole('button', { name: 'Add call' }).click()
  await page.getByLabel('Call ID').fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('No call has this ID.').waitFor()
  expect(page.url()).not.toContain('nobody')
})
