import { lockFolder } from '../service/folder-lock.ts'
import type { Command } from './command.ts'

export const compact: Command = {
  words: ['compact'],
  parameters: [],
  flags: {},
  summary: 'Make the database as small as it can be, without a server running',
  details: [
    'Needs as much free space as the data takes. The old file stays until the new one is complete and checked.',
  ],
  async run({ folder, context }) {
    const unlock = lockFolder(folder, 'alone')
    try {
      // Loaded here: the server starts faster without it.
      const { compact: compactFolder } = await import('../storage/sqlite/maintenance/compact.ts')
      const { bytesBefore, bytesAfter } = await compactFolder(folder, context.progress)
      const mib = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)
      context.note(`${folder}: ${mib(bytesBefore)} MiB before, ${mib(bytesAfter)} MiB now`)
    } finally {
      unlock()
    }
  },
}
