import { expect, test } from 'vitest'
import { openAgedCalls, PROJECT } from '../testing/aged-calls.ts'

test('a dry run of retention counts what it would remove, and removes nothing', async () => {
  const { run, fill } = openAgedCalls()
  await fill(1, 20, 30)

  const { noted } = await run('retention', 'set', PROJECT, '10', '--dry-run')

  expect(noted.join()).toContain('would remove 2 calls and 0 agent spans')
  const [line = ''] = (await run('retention', 'list', '--ndjson')).printed
  expect(JSON.parse(line)).toMatchObject({ project_id: PROJECT, retention_days: null, expired_calls: 0 })
})

test('retention is set, listed and applied', async () => {
  const { run, fill, idsLeft } = openAgedCalls()
  await fill(1, 20, 30)
  await run('retention', 'set', PROJECT, '10')

  const [line = ''] = (await run('retention', 'list', '--ndjson')).printed
  const dry = await run('retention', 'apply', '--dry-run')
  const { noted } = await run('retention', 'apply')

  expect(JSON.parse(line)).toMatchObject({ retention_days: 10, expired_calls: 2 })
  expect(dry.noted.join()).toContain('would remove 2 calls')
  expect(noted.join()).toContain('removed 2 calls')
  expect(await idsLeft()).toEqual(['call-0'])
  const { printed: logged } = await run('audit', 'list', '--action', 'retention.apply', '--ndjson')
  expect(logged.map((entry) => JSON.parse(entry))).toMatchObject([
    { via: 'cli', project_id: PROJECT, details: { calls: 2, agent_spans: 0 } },
  ])
})

test('removals of expired calls show how far they are', async () => {
  const { fill, run, runShowing } = openAgedCalls()
  await fill(1, 20, 30)

  const withoutPeriod = await runShowing('retention', 'apply')
  await run('retention', 'set', PROJECT, '25')
  const { shown } = await runShowing('retention', 'apply')

  expect(withoutPeriod.noted).toEqual(['No project has a retention period: nothing expires'])
  expect(shown).toEqual([`${PROJECT}: 1 removed`])
})

test.each([
  ['days that are none', 'ten', 2],
  ['less than a day', '0', 1],
])('%s are refused', async (_name, days, expected) => {
  const { fill, run, idsLeft } = openAgedCalls()
  await fill(1)

  expect(await run('retention', 'set', PROJECT, days)).toMatchObject({ code: expected })

  expect(await idsLeft()).toEqual(['call-0'])
})
