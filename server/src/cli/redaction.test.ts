import { expect, test } from 'vitest'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const PROJECT = 'team/app'

async function emptyFolder(): Promise<string> {
  const folder = temporaryFolder()
  await (await openSqliteStorage({ folder })).close()
  return folder
}

test('rules are added, replaced by name, listed and removed, and the audit log has each change', async () => {
  const { run } = openTerminal(await emptyFolder())

  await run('redaction', 'add', PROJECT, 'email', '--pattern', '\\w+@\\w+', '--fields', 'inputs, output')
  await run('redaction', 'add', PROJECT, 'person', '--keys', 'name,user.phone')
  await run('redaction', 'add', PROJECT, 'email', '--pattern', '\\S+@\\S+')

  const listed = await run('redaction', 'list', PROJECT, '--ndjson')
  expect(listed.printed.map((line) => JSON.parse(line))).toEqual([
    { name: 'person', keys: ['name', 'user.phone'], fields: ['inputs', 'output', 'attributes'] },
    { name: 'email', pattern: '\\S+@\\S+', fields: ['inputs', 'output', 'attributes'] },
  ])
  expect(await run('redaction', 'remove', PROJECT, 'email')).toMatchObject({ code: 0 })
  expect((await run('redaction', 'list', PROJECT)).printed.join('\n')).not.toContain('email')
  const { printed } = await run('audit', 'list', '--action', 'redaction.set')
  expect(printed).toHaveLength(1 + 4)
})

test.each([
  [['add', PROJECT, 'a', '--pattern', '(']],
  [['add', PROJECT, 'a']],
  [['add', PROJECT, 'a', '--keys', 'x', '--fields', 'summary']],
  [['add', PROJECT, '[a]', '--keys', 'x']],
  [['add', 'app', 'mail', '--keys', 'x']],
  [['remove', PROJECT, 'unknown']],
])('%j is refused, and nothing changes', async (args) => {
  const { run } = openTerminal(await emptyFolder())

  expect((await run('redaction', ...args)).code).not.toBe(0)

  expect((await run('redaction', 'list', PROJECT, '--ndjson')).printed).toEqual([])
  expect((await run('retention', 'list', '--ndjson')).printed).toEqual([])
})

test('a name that is no project is refused, and one to which nothing was written is noted', async () => {
  const { run } = openTerminal(await emptyFolder())
  const add = (project: string) => run('redaction', 'add', project, 'mail', '--keys', 'mail')

  expect(await run('redaction', 'list', 'app')).toMatchObject({ code: 1 })
  expect(await add('app')).toMatchObject({ code: 1 })
  expect(await add(PROJECT)).toMatchObject({
    code: 0,
    noted: [`${PROJECT}: 1 redaction rule`, expect.stringContaining('Nothing was ever written')],
  })
  expect((await add(PROJECT)).noted).toHaveLength(1)
})
