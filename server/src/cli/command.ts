import type { Config, Environment, Flags } from '../config.ts'
import { isEmbedded } from '../service/open-storage.ts'
import type { Dependencies } from '../service/server.ts'
import { CommandLineError } from '../usage-error.ts'

/** What commands need from the process; tests pass their own. */
export interface CliContext extends Dependencies {
  readonly environment: Environment
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Characters on a line of the terminal. */
  readonly width: number
  /** Whether the reader of standard output has gone away, as `head` does. */
  readonly isOutputClosed: () => boolean
  /** Writes a line to standard error. */
  readonly note: (line: string) => void
  /** Shows how far a command is, on the last line of a terminal. Does nothing if standard error is not one. */
  readonly progress: (text: string) => void
  /** Resolves when the server should stop. */
  readonly untilStopped: () => Promise<void>
  /** Kills the process at once, whatever its threads are doing. */
  readonly kill: () => void
}

interface Flag {
  readonly type: 'string' | 'boolean'
  readonly help: string
  /** Stands for the value in usage lines: `FOLDER`. */
  readonly value?: string
  readonly isRequired?: boolean
}

export interface Command {
  /** The words that invoke it: `['users', 'add']`. */
  readonly words: readonly string[]
  readonly parameters: readonly string[]
  readonly flags: Readonly<Record<string, Flag>>
  readonly summary: string
  /** Further lines of its own help. */
  readonly details?: readonly string[]
  /** Flags of the settings that it uses, if other than `SETTINGS_DEFAULT`. */
  readonly settings?: readonly string[] | 'all'
  readonly run: (invocation: Invocation) => Promise<void>
}

/** Flags of the settings that most commands use. */
export const SETTINGS_DEFAULT: readonly string[] = ['data', 'storage']

/** A command with its parsed arguments. */
export class Invocation {
  readonly config: Config
  readonly context: CliContext
  readonly #command: Command
  readonly #words: readonly string[]
  readonly #flags: Flags

  constructor(command: Command, words: readonly string[], flags: Flags, config: Config, context: CliContext) {
    const { parameters } = command
    if (words.length > parameters.length) throw new CommandLineError(`Unexpected ${words[parameters.length]}`)
    this.#command = command
    this.#words = words
    this.#flags = flags
    this.config = config
    this.context = context
  }

  /** The data folder, for commands that work on its files. */
  get folder(): string {
    if (isEmbedded(this.config)) return this.config.data
    const command = this.#command.words.join(' ')
    throw new CommandLineError(
      `heddle ${command} works on a data folder, not on ClickHouse: leave out --storage`,
    )
  }

  /** The value of a positional parameter. */
  word(parameter: string): string {
    const word = this.#words[this.#command.parameters.indexOf(parameter)]
    if (word === undefined) throw this.#missing(parameter)
    return word
  }

  /** The value of a positional parameter that can be left out. */
  optionalWord(parameter: string): string | undefined {
    return this.#words[this.#command.parameters.indexOf(parameter)]
  }

  /** The value of a flag; undefined if it is not given. */
  text(flag: string): string | undefined {
    const value = this.#flags[flag]
    return typeof value === 'string' ? value : undefined
  }

  /** The value of a flag that must be given. */
  required(flag: string): string {
    const value = this.text(flag)
    if (value === undefined || value === '') throw this.#missing(`--${flag}`)
    return value
  }

  has(flag: string): boolean {
    return this.#flags[flag] === true
  }

  #missing(name: string): CommandLineError {
    return new CommandLineError(`${name} is missing: ${usageOf(this.#command)}`)
  }
}

/** The command with the most words that the arguments start with: `import otlp` rather than `import`. */
export function commandNamed(commands: readonly Command[], args: readonly string[]): Command | undefined {
  const [longest] = commands
    .filter(({ words }) => startsWith(args, words))
    .sort((a, b) => b.words.length - a.words.length)
  return longest
}

export const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, at) => words[at] === word)

export function usageOf({ words, parameters, flags }: Command): string {
  const options = Object.entries(flags).map(([name, flag]) =>
    flag.isRequired ? flagUsage(name, flag) : `[${flagUsage(name, flag)}]`,
  )
  return ['heddle', ...words, ...parameters, ...options].join(' ')
}

export const flagUsage = (name: string, { type, value = 'VALUE' }: Flag): string =>
  type === 'boolean' ? `--${name}` : `--${name} ${value}`
