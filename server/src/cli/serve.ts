import { startServer } from '../service/server.ts'
import { greeting } from './banner.ts'
import type { CliContext, Command } from './command.ts'

export const serve: Command = {
  words: ['serve'],
  parameters: [],
  flags: {},
  settings: 'all',
  summary: 'Run the server (default)',
  async run({ config, context }) {
    const server = await startServer(config, context)
    // Registered before the greeting is printed: its reader may send a signal at once.
    const stopped = context.untilStopped()
    const lines = config.logLevel === 'silent' ? [] : greeting(server.facts, context.isTerminal)
    for (const line of lines) context.print(line)
    await stopped
    context.note('Stopping…')
    // Also covers the time after `stop`: something may still keep the process from exiting.
    setTimeout(() => killStuck(context), config.stopGraceMs + STORAGE_GRACE_MS).unref()
    await server.stop()
  },
}

/** How long the storage may take to close once all connections are closed. */
const STORAGE_GRACE_MS = 5_000

/** Acknowledged writes are on disk, so nothing is lost. */
function killStuck(context: CliContext): void {
  context.note('heddle: The server did not stop in time and is killed')
  context.kill()
}
