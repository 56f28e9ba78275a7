import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CliContext } from '../cli/command.ts'
import { openTerminal } from './terminal.ts'

const URL_LINE = /(?:URL +|listens at )(http:[^\s,]+)/

export const textAfter = (pattern: RegExp, lines: readonly string[]) =>
  pattern.exec(lines.join('\n'))?.[1] ?? ''

/** Runs a server on the folder until `visit` resolves. */
export async function serve(
  folder: string,
  visit: (url: string, printed: readonly string[]) => Promise<void>,
  environment: object = {},
  context: Partial<CliContext> = {},
) {
  const printed: string[] = []
  return openTerminal(folder)
    .runWith({
      ...context,
      environment: { HEDDLE_DATA: folder, HEDDLE_PORT: '0', ...environment },
      print: (line) => printed.push(line),
      // The greeting is printed right after this is called.
      untilStopped: () => nextTurn().then(() => visit(textAfter(URL_LINE, printed), printed)),
    })
    .then((output) => ({ ...output, printed }))
}
