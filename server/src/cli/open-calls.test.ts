import { expect, onTestFinished, test } from 'vitest'
import { end, start } from '../storage/conformance/rows.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const PROJECT = 'team/app'
const key = (id: string) => ({ project_id: PROJECT, id })

test('calls that never ended are listed and closed, until their own end arrives', async () => {
  const folder = temporaryFolder()
  const terminal = openTerminal(folder)
  const storage = await openSqliteStorage({ folder })
  onTestFinished(() => storage.close())
  await storage.calls.write([
    start(key('old'), { started_at: 1_000_000 }),
    start(key('older'), { started_at: 1 }),
    start(key('ended'), { started_at: 1 }),
    end(key('ended')),
    start(key('new'), { started_at: 1_700_000_000_000_000 }),
  ])
  const idsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).id)

  const listed = await terminal.run('calls', 'open', PROJECT, '--ndjson')
  const dry = await terminal.run('calls', 'close', PROJECT, '--before', '2001-01-01', '--dry-run')
  const closed = await terminal.run('calls', 'close', PROJECT, '--before', '2001-01-01')

  expect(idsOf(listed.printed)).toEqual(['older', 'old', 'new'])
  expect([dry.noted.join(), closed.noted.join()]).toEqual([
    `${PROJECT}: would close 2 calls`,
    `${PROJECT}: closed 2 calls`,
  ])
  const { printed: logged } = await terminal.run('audit', 'list', '--action', 'calls.close', '--ndjson')
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { via: 'cli', project_id: PROJECT, details: { call_ids: ['older', 'old'] } },
  ])
  expect(idsOf((await terminal.run('calls', 'open', PROJECT, '--ndjson')).printed)).toEqual(['new'])
  expect(await storage.calls.read(PROJECT, ['old'], [])).toMatchObject([
    { failed: true, ended_at: 1_000_000 },
  ])
  await storage.calls.write([end(key('old'), { ended_at: 5_000_000, exception: null })])
  expect(await storage.calls.read(PROJECT, ['old'], [])).toMatchObject([
    { failed: false, ended_at: 5_000_000 },
  ])
})

test('what a client named a call cannot move the cursor of a terminal', async () => {
  const folder = temporaryFolder()
  const storage = await openSqliteStorage({ folder })
  onTestFinished(() => storage.close())
  await storage.calls.write([start(key('a'), { op_name: '\u001b[2Jgone\r\nnow' })])

  const { printed } = await openTerminal(folder).run('calls', 'open', PROJECT)

  expect(printed.join('\n')).toContain(' [2Jgone  now')
})
