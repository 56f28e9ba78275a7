import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

test('the audit log has what was changed by command line, newest first', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'ada')
  await terminal.run('users', 'grant', 'ada', 'team', 'editor')
  await terminal.run('users', 'remove', 'nobody')

  const table = (await terminal.run('audit')).printed
  const [entry = ''] = (await terminal.run('audit', 'list', '--entity', 'team', '--ndjson')).printed

  expect(table).toHaveLength(3)
  expect(table[1]).toMatch(/cli\s+role\.grant\s+team ada\s+\{"role":"editor"\}/)
  expect(table[2]).toMatch(/cli\s+user\.add\s+ada/)
  expect(JSON.parse(entry)).toMatchObject({ via: 'cli', action: 'role.grant', details: { role: 'editor' } })
  expect((await terminal.run('audit', '--since', '2200-01-01', '--json')).printed).toEqual(['[]'])
  for (const flags of [
    ['--limit', '0'],
    ['--action', 'key.made'],
    ['--since', 'ever'],
  ])
    expect(await terminal.run('audit', ...flags)).toMatchObject({ code: 2 })
})
