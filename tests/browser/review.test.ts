import { addAnnotationItems, createAnnotationQueue } from '@heddle/contract/annotation-queues'
import { completeCalls } from '@heddle/contract/call-batches'
import type { Client } from '@heddle/contract/client'
import { queryFeedback } from '@heddle/contract/feedback'
import { createObject } from '@heddle/contract/objects'
import type { Query } from '@heddle/contract/query'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually, test } from './browser.ts'
import { inProject, PROJECT } from './demo-server.ts'
import { writeTrace } from './write-trace.ts'

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

test('a form keeps what is typed until it is stored, and Enter saves an answer chosen by mouse', async ({
  server: { client },
  page,
  expectedErrors,
}) => {
  const queue = await writeQueue(client, await writeTrace(client, { op: 'asked', output: 'yes' }, FORMS))
  const written = page.getByLabel('Answer', { exact: true })
  await page.goto(`/${FORMS}/weave/feedback?tab=review&queue=${queue}`)
  await written.fill('half a')
  await answer(page, 'right').click()

  await page.getByRole('link', { name: 'Open trace' }).click()
  await page.getByRole('region', { name: 'Selected call' }).waitFor()
  await page.goBack()
  await eventually(() => written.inputValue()).toBe('half a')
  expect(await answer(page, 'right').getAttribute('aria-pressed')).toBe('true')

  expectedErrors.push('400 /feedback/create')
  await page.route('**/feedback/create', (route) =>
    route.fulfill({ status: 400, json: { reason: 'not now' } }),
  )
  await page.getByRole('button', { name: 'Save and next' }).click()
  await page.getByText('not now').first().waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await eventually(() => written.inputValue()).toBe('half a')

  await page.unrouteAll()
  await answer(page, 'wrong').click()
  await page.keyboard.press('Enter')
  await page.getByText('All done').waitFor()
  const given = async () =>
    (await client.call(queryFeedback, { project_id: FORMS })).result.map(({ payload }) => payload)
  await eventually(async () => new Set(await given())).toEqual(
    new Set([{ value: 'wrong' }, { value: 'half a' }]),
  )
})

const FORMS = 'demo/forms'

/** A queue that asks a choice and a text about a call. */
async function writeQueue(client: Client, callId: string): Promise<string> {
  const schemas = { verdict: { type: 'string', enum: ['right', 'wrong'] }, reason: { type: 'string' } }
  const scorer_refs: string[] = []
  for (const [object_id, field_schema] of Object.entries(schemas)) {
    const val = { name: object_id, description: null, field_schema }
    const obj = { project_id: FORMS, object_id, builtin_object_class: 'AnnotationSpec', val }
    const { digest } = await client.call(createObject, { obj })
    scorer_refs.push(`weave:///${FORMS}/object/${object_id}:${digest}`)
  }
  const { id } = await client.call(createAnnotationQueue, { project_id: FORMS, name: 'Forms', scorer_refs })
  const items = { project_id: FORMS, queue_id: id, call_ids: [callId], display_fields: [] }
  await client.call(addAnnotationItems, items)
  return id
}

test('after a batch of calls the next ones are loaded, without those that were skipped', async ({
  server,
  page,
}) => {
  const ids = Array.from({ length: 102 }, (_, index) => `call-${index}`)
  const batch = ids.map((id, index) => ({
    project_id: 'demo/long',
    id,
    trace_id: id,
    op_name: id,
    started_at: new Date(Date.now() - index * 1000).toISOString(),
    ended_at: new Date().toISOString(),
    attributes: {},
    inputs: {},
    output: '',
    summary: {},
  }))
  await server.client.call(completeCalls, { entity: 'demo', project: 'long', batch })
  await page.goto('/demo/long/weave/feedback?tab=review&question=reactions&call=call-99')
  await page.getByText('100 of 100+').waitFor()

  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Load the next ones' }).click()

  await page.getByText('1 of 2').waitFor()
  expect(await reviewedCall(page)).toBe('call-100')
  await page.keyboard.press('Enter')
  await page.getByText('2 of 2').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('All done').waitFor()
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
