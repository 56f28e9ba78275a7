import { configHelp } from '../config.ts'
import { CommandLineError } from '../usage-error.ts'
import { columns } from './columns.ts'
import { type Command, commandNamed, flagUsage, SETTINGS_DEFAULT, startsWith, usageOf } from './command.ts'

/** The help of the commands that start with `words`: an overview of several, or the details of one. */
export function helpLines(commands: readonly Command[], words: readonly string[]): string[] {
  if (words.length === 0) return overview(commands)
  // What follows the words of a command are its parameters.
  const meant = commandNamed(commands, words)
  if (meant) return helpOf(meant, commands)
  const group = commands.filter((command) => startsWith(command.words, words))
  if (group.length > 0) return summaries(group)
  throw new CommandLineError(`Unknown command ${words.join(' ')}: see heddle help`)
}

function overview(commands: readonly Command[]): string[] {
  return [
    'Heddle: self-hosted tracing and feedback for LLM applications.',
    '',
    'Commands; heddle COMMAND --help says more about one',
    ...summaries(commands),
    '',
    'Settings, as flag or environment variable; flags take precedence',
    ...settingLines('all'),
    '',
    'Exit codes: 0 success, 1 failure, 2 wrong command line or setting, 3 a check found something wrong, 4 no server or no access',
  ]
}

function helpOf(command: Command, commands: readonly Command[]): string[] {
  const { summary, details = [], flags, settings = SETTINGS_DEFAULT } = command
  const flagLines = columns(
    Object.entries(flags).map(([name, flag]) => [`  ${flagUsage(name, flag)}`, flag.help]),
  )
  const known = settingLines(settings)
  const longer = commands.filter((other) => other !== command && startsWith(other.words, command.words))
  return [
    usageOf(command),
    '',
    summary,
    ...details,
    ...(longer.length > 0 ? [`See also: ${longer.map(nameOf).join(', ')}`] : []),
    ...(flagLines.length > 0 ? ['', 'Flags', ...flagLines] : []),
    ...(known.length > 0 ? ['', 'Settings', ...known] : []),
  ]
}

const nameOf = ({ words }: Command): string => ['heddle', ...words].join(' ')

/** Without the flags, which would make the lines longer than a terminal is wide. */
const summaries = (commands: readonly Command[]): string[] =>
  columns(
    commands.map(({ words, parameters, summary }) => [
      `  heddle ${[...words, ...parameters].join(' ')}`,
      summary,
    ]),
  )

function settingLines(settings: readonly string[] | 'all'): string[] {
  const rows = configHelp().filter(
    ([flag = '']) => settings === 'all' || settings.includes(flag.replace('--', '')),
  )
  return columns(rows.map(([flag = '', ...rest]) => [`  ${flag}`, ...rest]))
}
