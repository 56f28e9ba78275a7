import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const scriptFor = async (shell: string) =>
  (await openTerminal(temporaryFolder()).run('completion', shell)).printed.join('\n')

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const list = ['heddle', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${await scriptFor('bash')}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _heddle; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
}

test('bash completes commands, their second words, and their flags', async () => {
  expect(await offered('')).toEqual(expect.arrayContaining(['serve', 'users', 'backup']))
  expect(await offered('us')).toEqual(['users'])
  expect(await offered('users', 'gr')).toEqual(['grant'])
  expect(await offered('backup', '--t')).toEqual(['--to'])
  expect(await offered('keys', 'create', 'ada', '--sc')).toEqual(['--scope'])
  expect(await offered('users', 'list', '--st')).toEqual(['--storage'])
  expect(await offered('serve', '--otlp')).toEqual(['--otlp-grpc-port'])
})

test('zsh and fish have scripts as well, and other shells are refused', async () => {
  expect(await scriptFor('zsh')).toMatch(/^#compdef heddle/)
  expect(await scriptFor('fish')).toContain('complete -c heddle')
  expect(await openTerminal(temporaryFolder()).run('completion', 'constructor')).toMatchObject({ code: 2 })
})
