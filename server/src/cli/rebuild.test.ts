import { expect, test } from 'vitest'
import { lockFolder } from '../service/folder-lock.ts'
import { end, json, start } from '../storage/conformance/rows.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const PROJECT = 'team/app'

test('rebuild derives anew what was stored with calls, and leaves the calls as they are', async () => {
  const folder = temporaryFolder()
  const attributes = { 'gen_ai.operation.name': 'chat' }
  const summary = json({ usage: { m: { prompt_tokens: 3 } } })
  const storage = await openSqliteStorage({ folder })
  await storage.calls.write([
    start(
      { project_id: PROJECT, id: 'a' },
      {
        inputs: json({ query: 'Hi' }),
        attributes: json({ user_id: 'ada' }),
        started_at: 1,
      },
    ),
    start(
      { project_id: PROJECT, id: 'b' },
      { parent_id: 'a', otel_dump: json({ attributes }), started_at: 2 },
    ),
    end({ project_id: PROJECT, id: 'b' }, { exception: 'broken', summary, output: json('Oh') }),
    start({ project_id: PROJECT, id: 'gone' }),
    { part: 'delete', project_id: PROJECT, id: 'gone', deleted_at: 9 },
  ])
  await storage.close()

  const { code, noted } = await openTerminal(folder).run('rebuild')

  expect({ code, noted }).toEqual({ code: 0, noted: ['Rebuilt 3 calls'] })
  const rebuilt = await openSqliteStorage({ folder })
  expect(await rebuilt.calls.read(PROJECT, ['a', 'b', 'gone'], ['summary', 'inputs'])).toMatchObject([
    {
      id: 'a',
      kind: 'call',
      end_user: 'ada',
      input_preview: 'Hi',
      descendant_failed: true,
      inputs: json({ query: 'Hi' }),
    },
    { id: 'b', kind: 'llm', output_preview: 'Oh', failed: true, usage_standing: 'counted' },
  ])
  await rebuilt.close()
})

test('rebuild does not run beside a server', async () => {
  const folder = temporaryFolder()
  const storage = await openSqliteStorage({ folder })
  await storage.close()
  const unlock = lockFolder(folder, 'server')

  const { code, noted } = await openTerminal(folder).run('rebuild')

  unlock()
  expect(code).toBe(1)
  expect(noted.join('\n')).toContain(folder)
})
