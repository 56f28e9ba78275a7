import type { Client } from '@heddle/contract/client'
import { queryFeedback } from '@heddle/contract/feedback'
import type { Query } from '@heddle/contract/query'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'

const REVIEW = inProject('feedback?tab=review&question=reactions')

test('Enter saves an answer chosen by mouse, another replaces it, and a reload continues there', async ({
  server,
  page,
}) => {
  await page.goto(REVIEW)
  const first = await reviewedCall(page)

  await answer(page, '👍 good').click()
  await page.keyboard.press('Enter')
  await eventually(() => reviewedCall(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Back' }).click()

  await eventually(() => answer(page, '👍 good').getAttribute('aria-pressed')).toBe('true')
  await answer(page, '👎 bad').click()
  await page.keyboard.press('Enter')
  await eventually(() => reactions(server.client, first)).toEqual(['👎'])

  const second = await reviewedCall(page)
  await page.reload()
  expect(await reviewedCall(page)).toBe(second)
})

/** The address names it, once the page shows it. */
async function reviewedCall(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Open trace' }).waitFor()
  await page.waitForURL(/[?&]call=/)
  return new URL(page.url()).searchParams.get('call') ?? ''
}

const answer = (page: Page, label: string) => page.getByRole('button', { name: label })

async function reactions(client: Client, callId: string): Promise<unknown[]> {
  const about = `weave:///${PROJECT}/call/${callId}`
  const query: Query = { $expr: { $eq: [{ $getField: 'weave_ref' }, { $literal: about }] } }
  const fields = ['payload.emoji']
  const { result } = await client.call(queryFeedback, { project_id: PROJECT, query, fields })
  return result.map((row) => row['payload.emoji'])
}
