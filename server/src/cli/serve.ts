import { banner } from './banner.ts'
import type { Command } from './command.ts'
import { startServer } from './server.ts'

export const serve: Command = {
  words: ['serve'],
  parameters: [],
  flags: {},
  summary: 'Run the service (what heddle does when told nothing else)',
  async run({ config, world }) {
    // From here on a signal stops the service in good order, however early it comes.
    const stopped = world.untilStopped()
    const server = await startServer(config, world)
    for (const line of banner(server.facts)) world.print(line)
    await stopped
    world.note('Stopping…')
    await server.stop()
  },
}
