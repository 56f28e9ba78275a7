import { startCall } from '@heddle/contract/calls'
import { expectAccessible } from './accessible.ts'
import { test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

const HOUR_MS = 3_600_000

test('open calls are found, show how long they have been open, and are closed together', async ({
  server,
  page,
}) => {
  for (const id of ['lost-1', 'lost-2']) {
    const started_at = new Date(Date.now() - 3 * HOUR_MS).toISOString()
    const start = { project_id: PROJECT, id, op_name: 'lost', started_at, attributes: {}, inputs: {} }
    await server.client.call(startCall, { start })
  }
  await page.goto(inProject('traces?filter=status:running%20op:lost'))
  await page.getByText('open 3h').first().waitFor()
  for (const row of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()

  await page.getByRole('button', { name: 'Close 2 open' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close 2 open calls' }).click()

  await page.getByText('Closed 2 calls').waitFor()
  await page.goto(inProject('traces?filter=status:error%20op:lost'))
  await page.getByText('never ended').first().waitFor()
})
