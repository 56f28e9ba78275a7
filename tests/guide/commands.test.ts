import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openTerminal } from '../../server/src/testing/terminal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const PAGES = [
  ...['README.md', 'SECURITY.md', 'docs/reliability.md', 'Dockerfile', 'compose.yaml'],
  ...['docs/guide', 'docs/adr', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
  ),
]

test('every command that a page names exists, and has its flags', async () => {
  const problems: string[] = []
  const commands = PAGES.flatMap((page) => commandsIn(readFileSync(join(ROOT, page), 'utf8')))

  for (const command of commands) problems.push(...(await problemsOf(command)))

  expect(problems).toEqual([])
  expect(commands.length).toBeGreaterThan(80)
})

async function problemsOf(command: string): Promise<string[]> {
  const [, ...args] = command.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
  const flagAt = args.findIndex((arg) => arg.startsWith('-'))
  const words = flagAt < 0 ? args : args.slice(0, flagAt)
  const { code, printed } = await openTerminal('/nowhere').run('help', ...words)
  if (code !== 0) return [`${command}: no such command`]
  const help = printed.join('\n')
  return args
    .filter((arg) => arg.startsWith('--') && arg !== '--help' && !help.includes(arg))
    .map((flag) => `${command}: no ${flag}`)
}

/** What follows `heddle` in code: up to the end of the span or line, a pipe, a redirection or a comment. */
function commandsIn(text: string): string[] {
  const code = [...text.matchAll(/^```\w*\n(.*?)^```$|`([^`\n]+)`|^# .*|^ExecStart=.*/gms)]
  const lines = code.flatMap(([whole, block, span]) => (block ?? span ?? whole).split('\n'))
  return lines.flatMap((line) => [
    // Not the service `heddle` of `docker compose exec heddle`.
    ...(line.match(/(?<!exec )(?<![\w./-])heddle [a-z][^|>;&#`)]*/g) ?? []),
  ])
}
