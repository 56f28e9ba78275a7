import type { HttpIngest } from './ingest-over-http.ts'
import type { HttpResult } from './send.ts'
import { API_KEY, type Service } from './service.ts'
import { prepare } from './worker-process.ts'

const CONNECTIONS = 4
const CALLS_PER_BATCH = 250

/** Stores `calls` deterministic calls in the projects of `team`. */
export async function fill({ url }: Service, calls: number): Promise<void> {
  const work = await prepare<HttpIngest, HttpResult>('./ingest-over-http.ts', {
    url,
    apiKey: API_KEY,
    connections: CONNECTIONS,
    data: { seed: 5, entity: 'team', form: 'whole', callsPerBatch: CALLS_PER_BATCH },
    until: { warmUpCalls: 0, calls },
  })
  await work.run()
}
