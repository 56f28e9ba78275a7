import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The built command, as npm links it. */
export const BUNDLE = fileURLToPath(new URL('../../server/dist/heddle.js', import.meta.url))

interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface CommandOptions {
  readonly cwd: string
  /** The whole environment, except for PATH. */
  readonly env: Readonly<Record<string, string>>
}

/** Runs the built command to its end, as a script does. Never rejects: a failure is an exit code. */
export function runHeddle(args: readonly string[], { cwd, env }: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env } }
    execFile(process.execPath, [BUNDLE, ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })
}
