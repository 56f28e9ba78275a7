import { lockFolder } from '../service/folder-lock.ts'
import { isEmbedded } from '../service/open-storage.ts'
import type { Command } from './command.ts'
import { withStorage } from './open-storage.ts'

export const rebuild: Command = {
  words: ['rebuild'],
  parameters: [],
  flags: {},
  summary: 'Derive kinds, end users, previews and totals of all calls anew, without a server running',
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const { config, context } = invocation
      const unlock = isEmbedded(config) ? lockFolder(config.data) : () => {}
      try {
        // Loaded here: the server starts faster without it.
        const { rebuildCalls } = await import('../operations/calls/rebuild.ts')
        const calls = await rebuildCalls(storage, (done) => context.progress(`${done} calls`))
        context.note(`Rebuilt ${calls} calls`)
      } finally {
        unlock()
      }
    }),
}
