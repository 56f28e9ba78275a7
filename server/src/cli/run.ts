import { parseArgs } from 'node:util'
import { configFlags, readConfig } from '../config.ts'
import { ServiceError } from '../errors.ts'
import { CommandLineError, UsageError } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import { auditList } from './audit.ts'
import { backupCommands } from './backup.ts'
import { clientCommands } from './client/commands.ts'
import { type CliContext, type Command, commandNamed, Invocation } from './command.ts'
import { completionCommand } from './completion.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { helpLines } from './help.ts'
import { keyCommands } from './keys.ts'
import { openCallCommands } from './open-calls.ts'
import { promote } from './promote.ts'
import { rebuild } from './rebuild.ts'
import { redactionCommands } from './redaction.ts'
import { removalCommands } from './removal.ts'
import { serve } from './serve.ts'
import { transferCommands } from './transfer.ts'
import { userCommands } from './users.ts'

/** Runs a command line and returns its exit code. */
export async function runCommand(args: readonly string[], context: CliContext): Promise<number> {
  try {
    await dispatch(args, context)
    return 0
  } catch (error) {
    // Anything else is a bug: let it crash with its stack.
    if (!(error instanceof UsageError || error instanceof ServiceError || isSystemError(error))) throw error
    context.note(`heddle: ${error.message}`)
    return error instanceof UsageError ? error.exitCode : 1
  }
}

/** Errors of the operating system, such as a folder that cannot be written: their message has the reason and the path. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'errno' in error

const version: Command = {
  words: ['version'],
  parameters: [],
  flags: {},
  settings: [],
  summary: 'Show the version; also heddle -v',
  run: async ({ context }) => context.print(serviceVersion),
}

const help: Command = {
  words: ['help'],
  parameters: ['COMMAND'],
  flags: {},
  settings: [],
  summary: 'Show all commands, or what one does',
  run: async () => {},
}

const COMMANDS: readonly Command[] = [
  serve,
  demo,
  ...userCommands,
  ...keyCommands,
  auditList,
  doctor,
  ...backupCommands,
  ...transferCommands,
  promote,
  ...removalCommands,
  ...redactionCommands,
  ...openCallCommands,
  ...clientCommands,
  rebuild,
  completionCommand(() => COMMANDS),
  version,
  help,
]

async function dispatch(args: readonly string[], context: CliContext): Promise<void> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    const words = args.slice(args[0] === 'help' ? 1 : 0)
    const flagAt = words.findIndex((word) => !isWord(word))
    for (const line of helpLines(COMMANDS, flagAt < 0 ? words : words.slice(0, flagAt))) context.print(line)
    return
  }
  if (args[0] === '--version' || args[0] === '-v') return dispatch(['version'], context)
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
    commandNamed(COMMANDS, args) ??
    COMMANDS.find(({ words }) => words[0] === first && words[1] === 'list' && !isWord(args[1]))
  if (command) return command
  throw new CommandLineError(`Unknown command ${args.filter(isWord).join(' ')}: see heddle help`)
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
    throw new CommandLineError(`${reason}: see heddle help`, { cause: error })
  }
}
