import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '@heddle/contract/client'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { missingFrom } from './missing.ts'
import { type Acknowledged, nothingYet, WRITERS } from './writers.ts'

/** `HEDDLE_CRASH_ROUNDS=200 npx vitest run tests/crash` for the long version. */
const ROUNDS = Number(process.env.HEDDLE_CRASH_ROUNDS ?? 20)
const API_KEY = 'c'.repeat(40)
const RUN_MS_MAX = 300

test(
  `what was acknowledged is there after each of ${ROUNDS} kills under load`,
  async () => {
    const data = temporaryFolder()
    // Calls are also sealed meanwhile, so that kills hit sealing too.
    const options = { data, apiKey: API_KEY, environment: { HEDDLE_SEAL_AFTER: '100ms' } }
    let server = await startServer(options)
    onTestFinished(() => server.kill())
    const total = nothingYet()

    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await writeUntilKilled(server, round)
      server = await startServer(options)
      const missing = await missingFrom(clientOf(server), acknowledged)

      expect(missing, `after round ${round}`).toEqual([])
      for (const [kind, items] of Object.entries(acknowledged)) Reflect.get(total, kind).push(...items)
    }

    expect(await missingFrom(clientOf(server), total), 'of all rounds').toEqual([])
    // Rounds in which nothing was acknowledged would prove nothing.
    expect(total.ended.length).toBeGreaterThan(ROUNDS * 20)
    expect(await server.stop()).toBe(0)
  },
  // A round takes three seconds, and much longer beside other jobs.
  60_000 + ROUNDS * 20_000,
)

const clientOf = (server: ServerProcess): Client => createClient({ baseUrl: server.url, apiKey: API_KEY })

/** Runs two of each writer concurrently until the server is killed. */
async function writeUntilKilled(server: ServerProcess, round: number): Promise<Acknowledged> {
  const acknowledged = nothingYet()
  const client = clientOf(server)
  let killed = false
  const writers = [...WRITERS, ...WRITERS].map(async (write, index) => {
    for (let turn = 0; !killed; turn++) {
      // Writes that failed with the server were not acknowledged; any other error is a bug.
      await write(client, `r${round}-w${index}-${turn}`, acknowledged).catch((error: unknown) => {
        if (!killed) throw error
      })
    }
  })
  await wait(100 + Math.random() * RUN_MS_MAX)
  killed = true
  await server.kill()
  await Promise.all(writers)
  return acknowledged
}
