import { expectAccessible } from './accessible.ts'
import { test } from './browser.ts'
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

  const calls = page.getByRole('treegrid', { name: 'Calls of both traces' })
  for (const row of ['changed find-trains', 'same greet', 'removed book-train', 'added take-taxi'])
    await calls.getByRole('row', { name: row }).waitFor()
  await calls.getByRole('row', { name: 'changed find-trains' }).click()
  const pair = page.getByRole('region', { name: 'The selected calls' })
  await pair.getByText('two trains').waitFor()
  await pair.getByText('three trains').waitFor()
  await expectAccessible(page)
})
