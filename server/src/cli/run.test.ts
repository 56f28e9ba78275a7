import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'
import { serviceVersion } from '../version.ts'

test('help lists every command and every setting', async () => {
  const terminal = openTerminal(temporaryFolder())

  const { code, printed } = await terminal.run('help')

  const text = printed.join('\n')
  expect(code).toBe(0)
  for (const part of ['heddle serve', 'heddle users grant NAME ENTITY ROLE', '--port', 'HEDDLE_API_KEY']) {
    expect(text).toContain(part)
  }
  expect(await terminal.run('--help')).toMatchObject({ code: 0, printed })
})

test('help about a command has its flags and settings, and nothing about other commands', async () => {
  const terminal = openTerminal(temporaryFolder())

  const { code, printed } = await terminal.run('keys', 'create', 'ada', '--help')

  const text = printed.join('\n')
  expect(code).toBe(0)
  for (const part of ['heddle keys create USER', '--scope SCOPE', '--data']) expect(text).toContain(part)
  expect(text).not.toMatch(/users|--port/)
  expect(await terminal.run('help', 'keys', 'create')).toMatchObject({ code: 0, printed })
})

test('help about a command whose name begins like that of another is about that one, and the shorter names the longer', async () => {
  const terminal = openTerminal(temporaryFolder())

  const [whole] = (await terminal.run('import', 'otlp', '--help')).printed
  const shorter = (await terminal.run('help', 'import')).printed

  expect(whole).toMatch(/^heddle import otlp FILE/)
  expect(shorter[0]).toMatch(/^heddle import --from FILE/)
  expect(shorter).toContainEqual(expect.stringMatching(/^See also: heddle import otlp, /))
})

test('help about a group of commands lists them', async () => {
  const { printed } = await openTerminal(temporaryFolder()).run('help', 'keys')

  expect(printed.map((line) => line.trim().split(' ').slice(0, 3).join(' '))).toEqual([
    'heddle keys list',
    'heddle keys create',
    'heddle keys revoke',
  ])
})

test('the version is printed alone', async () => {
  const terminal = openTerminal(temporaryFolder())

  expect(await terminal.run('version')).toMatchObject({ code: 0, printed: [serviceVersion] })
  expect(await terminal.run('--version')).toMatchObject({ code: 0, printed: [serviceVersion] })
  expect(await terminal.run('-v')).toMatchObject({ code: 0, printed: [serviceVersion] })
})

test.each([
  ['an unknown command', ['weave'], 'weave'],
  ['an unknown second word', ['users', 'invite'], 'users invite'],
  ['an unknown flag', ['serve', '--prot', '1'], '--prot'],
  ['a flag without its value', ['serve', '--port'], '--port'],
  ['a bad setting', ['serve', '--port', 'x'], '--port'],
  ['a missing parameter', ['users', 'add'], 'NAME'],
  ['a word too many', ['users', 'list', 'extra'], 'extra'],
  ['a bad role', ['users', 'grant', 'ada', 'team', 'king'], 'king'],
  ['a bad scope', ['keys', 'create', 'ada', '--scope', 'most'], 'most'],
  ['help about an unknown command', ['help', 'weave'], 'weave'],
])('%s is refused with exit code 2 and a message that names it', async (_name, args, named) => {
  const { code, noted } = await openTerminal(temporaryFolder()).run(...args)

  expect(code).toBe(2)
  expect(noted.join('\n')).toContain(named)
})

test.each([
  ['an unknown user', ['keys', 'create', 'nobody'], 'nobody'],
  ['an unknown key', ['keys', 'revoke', 'nothing'], 'nothing'],
])('%s is refused with exit code 1 and a message that names it', async (_name, args, named) => {
  const { code, noted } = await openTerminal(temporaryFolder()).run(...args)

  expect(code).toBe(1)
  expect(noted.join('\n')).toContain(named)
})

test.each([
  ['a folder as the file to import', ['import', '--from', tmpdir()], tmpdir()],
  ['an export into a folder that is not there', ['export', '--to', '/nowhere/x.ndjson'], '/nowhere/x.ndjson'],
  ['a backup into a file', ['backup', '--to', process.execPath], process.execPath],
])('%s is refused with exit code 1 and one sentence that names it', async (_name, args, named) => {
  const folder = temporaryFolder()
  await (await openSqliteStorage({ folder })).close()

  const { code, noted } = await openTerminal(folder).run(...args)

  expect(code).toBe(1)
  expect(noted.at(-1)).toMatch(/^heddle: [^\n]+$/)
  expect(noted.at(-1)).toContain(named)
})

test('the list of commands fits on a terminal of 132 columns', async () => {
  const { printed } = await openTerminal(temporaryFolder()).run('help')
  const commands = printed
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('  heddle '))

  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter((line) => line.length > 132)).toEqual([])
})

test('accounts are not looked for in a folder that does not exist', async () => {
  const folder = join(temporaryFolder(), 'typo')

  const { code, noted } = await openTerminal(folder).run('users')

  expect(code).toBe(1)
  expect(noted.join('\n')).toContain(folder)
})
