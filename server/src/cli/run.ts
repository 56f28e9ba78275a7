import { parseArgs } from 'node:util'
import { configFlags, configHelp, readConfig } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { UsageError } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import { columns } from './columns.ts'
import { type CliContext, type Command, Invocation, usageOf } from './command.ts'
import { demo } from './demo.ts'
import { keyCommands } from './keys.ts'
import { rebuild } from './rebuild.ts'
import { serve } from './serve.ts'
import { userCommands } from './users.ts'

/** Runs a command line and returns its exit code. */
export async function runCommand(args: readonly string[], context: CliContext): Promise<number> {
  try {
    await dispatch(args, context)
    return 0
  } catch (error) {
    // Anything else is a bug: let it crash with its stack.
    if (!(error instanceof UsageError || error instanceof ServiceError)) throw error
    context.note(`heddle: ${error.message}`)
    return 1
  }
}

const version: Command = {
  words: ['version'],
  parameters: [],
  flags: {},
  summary: 'Show the version',
  run: async ({ context }) => context.print(serviceVersion),
}

const help: Command = {
  words: ['help'],
  parameters: [],
  flags: {},
  summary: 'Show this help',
  async run({ context }) {
    for (const line of helpLines(COMMANDS)) context.print(line)
  },
}

const COMMANDS: readonly Command[] = [serve, demo, ...userCommands, ...keyCommands, rebuild, version, help]

async function dispatch(args: readonly string[], context: CliContext): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return dispatch(['help'], context)
  if (args.includes('--version')) return dispatch(['version'], context)
  const command = commandOf(args)
  const { values, positionals } = parse(args.slice(wordsTaken(command, args)), command)
  const config = readConfig(values, context.environment)
  await command.run(new Invocation(command, positionals, values, config, context))
}

/** `heddle` alone means `serve`, `heddle users` means `users list`. */
function commandOf(args: readonly string[]): Command {
  const [first = ''] = args
  if (first === '' || first.startsWith('-')) return serve
  const command =
    COMMANDS.find(({ words }) => wordsTaken({ words }, args) === words.length) ??
    COMMANDS.find(({ words }) => words[0] === first && words[1] === 'list' && !isWord(args[1]))
  if (command) return command
  throw new UsageError(`Unknown command ${args.filter(isWord).join(' ')}: see heddle help`)
}

/** How many leading arguments match the command's words. */
function wordsTaken({ words }: Pick<Command, 'words'>, args: readonly string[]): number {
  const differing = words.findIndex((word, index) => args[index] !== word)
  return differing < 0 ? words.length : differing
}

const isWord = (arg: string | undefined): boolean => arg !== undefined && !arg.startsWith('-')

function parse(args: readonly string[], { flags }: Command) {
  try {
    return parseArgs({ args: [...args], options: { ...configFlags, ...flags }, allowPositionals: true })
  } catch (error) {
    // The first sentence of the error names the flag; the others are about `parseArgs` itself.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${reason}: see heddle help`, { cause: error })
  }
}

function helpLines(commands: readonly Command[]): string[] {
  return [
    'Heddle: self-hosted tracing and feedback for LLM applications.',
    '',
    'Commands',
    ...columns(commands.map((command) => [`  ${usageOf(command)}`, command.summary])),
    '',
    'Settings, as flag or environment variable; flags take precedence',
    ...columns(configHelp().map(([flag = '', ...rest]) => [`  ${flag}`, ...rest])),
  ]
}
