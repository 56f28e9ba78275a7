import { parseArgs } from 'node:util'
import { configFlags, readConfig } from '../config.ts'
import { messageOf, ServiceError } from '../errors.ts'
import { CommandLineError, UsageError } from '../usage-error.ts'
import { type CliContext, type Command, commandNamed, Invocation } from './command.ts'
import { helpLines } from './help.ts'
import { serve } from './serve.ts'

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

async function dispatch(args: readonly string[], context: CliContext): Promise<void> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    const words = args.slice(args[0] === 'help' ? 1 : 0)
    const flagAt = words.findIndex((word) => !isWord(word))
    const commands = await loadCommands()
    for (const line of helpLines(commands, flagAt < 0 ? words : words.slice(0, flagAt))) context.print(line)
    return
  }
  if (args[0] === '--version' || args[0] === '-v') return dispatch(['version'], context)
  const command = await commandOf(args)
  const { values, positionals } = parse(args.slice(wordsTaken(command, args)), command)
  const config = readConfig(values, context.environment)
  await command.run(new Invocation(command, positionals, values, config, context))
}

/** `heddle` alone means `serve`, `heddle users` means `users list`. */
async function commandOf(args: readonly string[]): Promise<Command> {
  const [first = ''] = args
  if (first === '' || first.startsWith('-') || first === 'serve') return serve
  const commands = await loadCommands()
  const command =
    commandNamed(commands, args) ??
    commands.find(({ words }) => words[0] === first && words[1] === 'list' && !isWord(args[1]))
  if (command) return command
  throw new CommandLineError(`Unknown command ${args.filter(isWord).join(' ')}: see heddle help`)
}

/** Loaded only where one of them is named: the server starts faster without them. */
async function loadCommands(): Promise<readonly Command[]> {
  const { COMMANDS } = await import('./commands.ts')
  return COMMANDS
}

/** How many leading arguments match the command's words. */
function wordsTaken({ words }: Pick<Command, 'words'>, args: readonly string[]): number {
  const differing = words.findIndex((word, index) => args[index] !== word)
  return differing < 0 ? words.length : differing
}

const isWord = (arg: string | undefined): boolean => arg !== undefined && !arg.startsWith('-')

function parse(args: readonly string[], { flags, parameters }: Command) {
  const options = { ...configFlags, ...flags }
  const known = parameters.includes('[FILTER]') ? negationsLast(args, options) : args
  try {
    return parseArgs({ args: [...known], options, allowPositionals: true })
  } catch (error) {
    // The first sentence of the error names the flag; the others are about `parseArgs` itself.
    const [reason] = messageOf(error).split('. ')
    throw new CommandLineError(`${reason}: see heddle help`, { cause: error })
  }
}

type FlagTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>

/**
 * Moves filters such as `-status:error` to the end, after `--`. Elsewhere `parseArgs` reads them as flags of one letter, which no
 * command has.
 */
function negationsLast(args: readonly string[], flags: FlagTypes): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const before = args.slice(0, end)
  const isNegation = (arg: string, at: number) =>
    NEGATION.test(arg) && !isFlag(arg.slice(1), flags) && !takesValue(before[at - 1], flags)
  const negations = before.filter(isNegation)
  if (negations.length === 0) return [...args]
  const others = before.filter((arg, at) => !isNegation(arg, at))
  return [...others, '--', ...negations, ...args.slice(end + 1)]
}

/** One letter is more likely a flag of another program. */
const NEGATION = /^-[^-]./

/** Whether a flag was written with one dash. */
const isFlag = (text: string, flags: FlagTypes): boolean => Object.hasOwn(flags, text.split('=', 1)[0] ?? '')

const takesValue = (arg: string | undefined, flags: FlagTypes): boolean =>
  arg?.startsWith('--') === true && flags[arg.slice(2)]?.type === 'string'
