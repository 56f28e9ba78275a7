import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { eventually, test } from './browser.ts'
import { inProject } from './demo-server.ts'

test('a question is answered as a table and a chart, which are in the URL and as CSV', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  await page.getByRole('link', { name: 'SQL' }).click()
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.fill('select status, count(*) as n from calls group by status order by status')

  await query.press('Control+Enter')

  const table = page.getByRole('table', { name: 'Answer' })
  await table.getByRole('cell', { name: 'success' }).waitFor()
  await page.getByRole('list', { name: 'n as bars' }).waitFor()
  expect(new URL(page.url()).searchParams.get('sql')).toContain('group by status')
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect(readFileSync(await (await downloading).path(), 'utf8')).toMatch(/^status,n\r\n/)
  await page.reload()
  await table.getByRole('cell', { name: 'success' }).waitFor()
})

test('numbers over time are plotted', async ({ page }) => {
  await page.goto(inProject('sql'))

  await page.getByRole('button', { name: 'Run' }).click()

  await page.getByRole('region', { name: 'Answer over time' }).waitFor()
  await expectAccessible(page)
})

test('an error is shown with its line, and the text at fault is selected', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('400 /sql')
  await page.goto(inProject('sql'))
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.fill('select id\nform calls where colour = 1')

  await page.getByRole('button', { name: 'Run' }).click()

  await page.getByRole('alert').getByText('Line 2').waitFor()
  await eventually(() => page.evaluate('String(getSelection())')).toBe('calls')
  await expectAccessible(page)
})

test('a name of a column goes into the query', async ({ page }) => {
  await page.goto(inProject('sql'))
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.fill('select ')

  await page.getByRole('button', { name: 'latency_ms' }).first().click()

  await eventually(() => query.inputValue()).toBe('select latency_ms')
})

test('a query that takes long is cancelled', async ({ page }) => {
  await page.goto(inProject('sql'))
  const query = page.getByRole('textbox', { name: 'Query' })
  await query.fill('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n')
  await query.press('Control+Enter')

  const cancel = page.getByRole('button', { name: 'Cancel' })
  await cancel.waitFor()
  expect(await page.getByText('Ctrl+Enter', { exact: true }).count()).toBe(0)
  await cancel.click()

  await page.getByRole('button', { name: 'Run' }).waitFor()
  expect(await page.getByText('Ctrl+Enter', { exact: true }).count()).toBe(1)
})

test('Back shows the query before, with its answer', async ({ page }) => {
  await page.goto(inProject('sql'))
  const query = page.getByRole('textbox', { name: 'Query' })
  const answer = page.getByRole('table', { name: 'Answer' })
  for (const word of ['first', 'second']) {
    await query.fill(`select '${word}' as word`)
    await query.press('Control+Enter')
    await answer.getByRole('cell', { name: word }).waitFor()
  }

  await page.goBack()

  await answer.getByRole('cell', { name: 'first' }).waitFor()
  expect(await query.inputValue()).toBe("select 'first' as word")
})
