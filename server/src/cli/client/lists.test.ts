import { expect, test } from 'vitest'
import { finished, recordFinished } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTerminal } from '../../testing/terminal.ts'

const PROJECT = 'team/app'

/** A client of a server with two traces of different models, of which b failed. */
async function clientOfTwo() {
  const service = await startService()
  const usage = (model: string) => ({ summary: { usage: { [model]: { prompt_tokens: 1 } } } })
  await recordFinished(
    service,
    finished(PROJECT, 'a', { trace_id: 'ta', ...usage('model-a') }),
    finished(PROJECT, 'b', { trace_id: 'tb', exception: 'broken', ...usage('model-b') }),
  )
  const environment = { HEDDLE_URL: await service.listen(), HEDDLE_API_KEY: service.adminKey }
  return (...args: string[]) => openTerminal(temporaryFolder()).runWith({ environment }, ...args)
}

test.each([
  ['alone', ['-status:success']],
  ['after a flag without a value', ['--ndjson', '-status:success']],
  ['before a flag', ['-status:success', '--limit', '1']],
  ['after --', ['--', '-status:success']],
])('a filter may start with a negation: %s', async (_, args) => {
  const heddle = await clientOfTwo()

  const { code, printed } = await heddle('traces', '--ndjson', '--project', PROJECT, ...args)

  expect(code).toBe(0)
  expect(printed.map((line) => JSON.parse(line).id)).toEqual(['b'])
})

test('what follows a flag with a value is not a filter, and an unknown flag is still refused', async () => {
  const terminal = openTerminal(temporaryFolder())

  const negative = await terminal.run('traces', '--limit', '-1')
  const joined = await terminal.run('traces', '--limit=-1')
  const unknown = await terminal.run('keys', '-x')
  const misspelt = [await terminal.run('traces', '-json'), await terminal.run('traces', '-v')]

  expect([negative.code, unknown.code, ...misspelt.map(({ code }) => code)]).toEqual([2, 2, 2, 2])
  expect(negative.noted.join()).toContain('--limit')
  expect(joined.noted.join()).not.toContain('Unknown option')
  expect(unknown.noted.join()).toContain('-x')
})

test('the total of the cost is that of all groups, however many are shown', async () => {
  const heddle = await clientOfTwo()

  const { printed, noted } = await heddle('cost', '--json', '--limit', '1', '--project', PROJECT)

  const rows: { group: string; calls: number }[] = JSON.parse(printed.join(''))
  expect(rows).toHaveLength(2)
  expect(rows.at(-1)).toMatchObject({ group: 'total', calls: 2 })
  expect(noted).toEqual(['The first 1 rows. For more: --limit all'])
})

test('projects have no pages', async () => {
  const { code, noted } = await openTerminal(temporaryFolder()).run('projects', '--cursor', '1')

  expect(code).toBe(2)
  expect(noted.join()).toContain('--cursor')
})
