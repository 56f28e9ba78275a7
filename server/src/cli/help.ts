import { configHelp } from '../config.ts'
import { columns } from './columns.ts'
import { type Command, usageOf } from './command.ts'

export function helpLines(commands: readonly Command[]): string[] {
  return [
    'Heddle: tracing and feedback for LLM applications, on a machine of your own.',
    '',
    'Commands',
    ...columns(commands.map((command) => [`  ${usageOf(command)}`, command.summary])),
    '',
    'Settings, by flag or by environment variable; the flag wins',
    ...columns(configHelp().map(([flag = '', ...rest]) => [`  ${flag}`, ...rest])),
  ]
}
