import type { Config, Environment, Flags } from '../config.ts'
import type { Dependencies } from '../service/server.ts'
import { UsageError } from '../usage-error.ts'

/** What commands need from the process; tests pass their own. */
export interface CliContext extends Dependencies {
  readonly environment: Environment
  /** Writes a line to standard output. */
  readonly print: (line: string) => void
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  /** Writes a line to standard error. */
  readonly note: (line: string) => void
  /** Resolves when the server should stop. */
  readonly untilStopped: () => Promise<void>
  /** Kills the process at once, whatever its threads are doing. */
  readonly kill: () => void
}

export interface Command {
  /** The words that invoke it: `['users', 'add']`. */
  readonly words: readonly string[]
  readonly parameters: readonly string[]
  readonly flags: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
  readonly summary: string
  readonly run: (invocation: Invocation) => Promise<void>
}

/** A command with its parsed arguments. */
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

  /** The value of a positional parameter. */
  word(parameter: string): string {
    const word = this.#words[this.#command.parameters.indexOf(parameter)]
    if (word === undefined) throw new UsageError(`${parameter} is missing: ${usageOf(this.#command)}`)
    return word
  }

  /** The value of a flag; undefined if it is not given. */
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
