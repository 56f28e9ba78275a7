import { countCalls } from '@heddle/contract/calls-query'
import type { Client } from '@heddle/contract/client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

test('the dashboard shows the numbers that the API gives', async ({ server, page }) => {
  await page.goto(inProject('dashboard'))

  const shown = [await tileNumber(page, 'Calls'), await tileNumber(page, 'Errors')]

  expect(shown).toEqual([await countRoots(server.client), await countRoots(server.client, 'error')])
  expect(shown[1]).toBeGreaterThan(0)
})

test('a number leads to the calls behind it', async ({ page }) => {
  await page.goto(inProject('dashboard'))
  const errors = await tileNumber(page, 'Errors')

  await tile(page, 'Errors').click()

  const count = page.getByRole('status', { name: 'Number of calls' })
  await eventually(async () => Number.parseInt((await count.textContent()) ?? '', 10)).toBe(errors)
})

const tile = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title} \\d`) })

async function tileNumber(page: Page, title: string): Promise<number> {
  const text = await tile(page, title).textContent()
  return Number(/\d+/.exec(text ?? '')?.[0])
}

async function countRoots(client: Client, status?: string): Promise<number> {
  const is = { $eq: [{ $getField: 'summary.weave.status' }, { $literal: status ?? '' }] }
  const { count } = await client.call(countCalls, {
    project_id: PROJECT,
    filter: { trace_roots_only: true },
    ...(status !== undefined && { query: { $expr: is } }),
  })
  return count
}
