// Starts ClickHouse when the first test asks for it, once for the whole run: most runs of some tests need none.

import { once } from 'node:events'
import { createServer } from 'node:http'
import { whyMissing } from './packages.mjs'
import { startClickHouse } from './start.mjs'

/** The ClickHouses a test can ask for. */
const SETUPS = {
  single: {},
  'another-time-zone': { timeZone: 'Asia/Tokyo' },
  'two-shards': { shards: 2 },
}

/**
 * Serves `GET /SETUP` on loopback: `{ urls }`, or `{ missing }` with the reason. Returns its address and a function
 * that stops it with all it started.
 */
export async function serveClickHouses() {
  const started = new Map()
  const ask = (setup) => {
    if (!started.has(setup)) started.set(setup, startClickHouse(SETUPS[setup]))
    return started.get(setup)
  }
  const server = createServer(async (request, response) => {
    const missing = whyMissing()
    try {
      response.end(JSON.stringify(missing ? { missing } : await ask(request.url.slice(1))))
    } catch (error) {
      response.end(JSON.stringify({ missing: error.message }))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.close()
      const all = await Promise.allSettled(started.values())
      await Promise.all(all.map(({ value }) => value?.stop()))
    },
  }
}
