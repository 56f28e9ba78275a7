import type { Config, Environment, Flags } from '../config.ts'
import type { Dependencies } from '../service/server.ts'
import { UsageError } from '../usage-error.ts'

/** What commands use of the process around them; tests pass their own. */
export interface CliContext extends Dependencies {
  readonly environment: Environment
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
  /** Whether a person reads what is printed, rather than a file or a program. */
  readonly isTerminal: boolean
  /** Writes a line to standard error. */
  readonly note: (line: string) => void
  /** Resolves when the service is told to stop. */
  readonly untilStopped: () => Promise<void>
  /** Ends the process at once, whatever its threads are doing. */
  readonly kill: () => void
}

export interface Command {
  /** How it is called: `['users', 'add']`. */
  readonly words: readonly string[]
  readonly parameters: readonly string[]
  readonly flags: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly summary: string
  readonly run: (invocation: Invocation) => Promise<void>
}

/** One use of a command. */
export class Invocation {
  readonly config: Config
  readonly context: CliContext
  readonly #command: Command
  readonly #words: readonly string[]
  readonly #flags: Flags

  constructor(command: Command, words: readonly string[], flags: Flags, config: Config, context: CliContext) {
    const { parameters } = command
    if (words.length > parameters.length) throw new UsageError(`Unexpected ${words[parameters.length]}`)
    this.#command = command
    this.#words = words
    this.#flags = flags
    this.config = config
    this.context = context
  }

  /** The word in the place of a parameter. */
  word(parameter: string): string {
    const word = this.#words[this.#command.parameters.indexOf(parameter)]
    if (word === undefined) throw new UsageError(`${parameter} is missing: ${usageOf(this.#command)}`)
    return word
  }

  /** The text of a flag; undefined where it is not given. */
  text(flag: string): string | undefined {
    const value = this.#flags[flag]
    return typeof value === 'string' ? value : undefined
  }

  has(flag: string): boolean {
    return this.#flags[flag] === true
  }
}

export function usageOf({ words, parameters, flags }: Command): string {
  const options = Object.entries(flags).map(([name, { type }]) =>
    type === 'boolean' ? `[--${name}]` : `[--${name} …]`,
  )
  return ['heddle', ...words, ...parameters, ...options].join(' ')
}
