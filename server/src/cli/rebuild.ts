import type { Command } from './command.ts'
import { withStorageAlone } from './open-storage.ts'

export const rebuild: Command = {
  words: ['rebuild'],
  parameters: [],
  flags: {},
  summary: 'Derive kinds, end users, previews and totals of all calls anew, without a server running',
  run: (invocation) =>
    withStorageAlone(invocation, async (storage) => {
      const { context } = invocation
      // Loaded here: the server starts faster without it.
      const { rebuildCalls } = await import('../operations/calls/rebuild.ts')
      const calls = await rebuildCalls(storage, (done) => context.progress(`${done} calls`))
      context.note(`Rebuilt ${calls} calls`)
    }),
}
