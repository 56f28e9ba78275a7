import { setTimeout as wait } from 'node:timers/promises'
import type { SdkServer } from './sdk-server.ts'

/** What happens to the server during the pauses of the outage scenarios. */
export const outagesOf = (server: SdkServer) => ({
  away: () => server.stop(),
  back: () => server.comeBack(),
  async crash() {
    // By now the first calls are on their way.
    await wait(400)
    await server.crash()
    await server.comeBack()
  },
})

/** One call before the outage, sixty around it. */
export const EVERY_CALL = Array.from({ length: 61 }, (_, n) => n)
