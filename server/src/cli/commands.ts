import { serviceVersion } from '../version.ts'
import { auditList } from './audit.ts'
import { backupCommands } from './backup.ts'
import { clientCommands } from './client/commands.ts'
import type { Command } from './command.ts'
import { compact } from './compact.ts'
import { completionCommand } from './completion.ts'
import { deleteCommand } from './delete.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { keyCommands } from './keys.ts'
import { openCallCommands } from './open-calls.ts'
import { promote } from './promote.ts'
import { rebuild } from './rebuild.ts'
import { redactionCommands } from './redaction.ts'
import { retentionCommands } from './retention.ts'
import { serve } from './serve.ts'
import { transferCommands } from './transfer.ts'
import { userCommands } from './users.ts'

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

/** Every command, in the order in which the help lists them. */
export const COMMANDS: readonly Command[] = [
  serve,
  demo,
  ...userCommands,
  ...keyCommands,
  auditList,
  doctor,
  ...backupCommands,
  ...transferCommands,
  promote,
  ...retentionCommands,
  deleteCommand,
  compact,
  ...redactionCommands,
  ...openCallCommands,
  ...clientCommands,
  rebuild,
  completionCommand(() => COMMANDS),
  version,
  help,
]
