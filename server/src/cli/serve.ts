import { banner } from './banner.ts'
import type { Command } from './command.ts'
import { startServer } from './server.ts'

export const serve: Command = {
  words: ['serve'],
  parameters: [],
  flags: {},
  summary: 'Run the service (what heddle does when told nothing else)',
  async run({ config, world }) {
    const server = await startServer(config, world)
    // Listens before it speaks: whoever reads the banner may send a signal at once.
    const stopped = world.untilStopped()
    for (const line of banner(server.facts)) world.print(line)
    await stopped
    world.note('Stopping…')
    await server.stop()
  },
}
