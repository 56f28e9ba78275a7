import { expect, onTestFinished, test } from 'vitest'
import { Random } from '../../bench/dataset/random.ts'
import { contractIssues } from '../../server/src/testing/call-source.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { LIBRARIES, type RecordedRequest, readRecording } from '../instrumentations/recordings.ts'
import { TEST_SEED } from '../seed.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { edit } from './edit.ts'
import { isObject, writeRawJson } from './raw-json.ts'

/** `HEDDLE_FUZZ_MESSAGES=20000 npx vitest run tests/fuzz/messages.test.ts` for the long version. */
const REQUESTS = Number(process.env.HEDDLE_FUZZ_MESSAGES ?? 300)
/** Requests to one project, whose calls are then read together. */
const BATCH = 20
/** That may be read at once. */
const IDS_MAX = 100
const API_KEY = 'm'.repeat(40)
const TRACES = /\/v1\/traces$/
const CALLS = /\/calls\/complete$|\/call\/upsert_batch$/

/** Recorded requests of libraries, with spans and with native calls. */
const RECORDED: readonly RecordedRequest[] = LIBRARIES.flatMap((library) =>
  readRecording(library).scenarios.flatMap(({ requests }) =>
    requests.filter(({ path, json }) => json !== undefined && (TRACES.test(path) || CALLS.test(path))),
  ),
)

test(
  `calls of real libraries with ${REQUESTS} edits are read as messages that fit the contract (HEDDLE_TEST_SEED=${TEST_SEED})`,
  async () => {
    const data = temporaryFolder()
    const server = await startServer({ data, apiKey: API_KEY })
    onTestFinished(() => server.kill())
    let stored = 0

    for (let first = 0; first < REQUESTS; first += BATCH) {
      const project = `batch-${first}`
      const repeat = `HEDDLE_TEST_SEED=${TEST_SEED}, requests from ${first}`
      for (let number = first; number < first + BATCH; number++) {
        const status = await sendEdited(server, project, number)
        expect([200, 400, 413, 422], `HEDDLE_TEST_SEED=${TEST_SEED}, request ${number}`).toContain(status)
      }

      const ids = await idsIn(server, `fuzz/${project}`)
      stored += ids.length
      for (let at = 0; at < ids.length; at += IDS_MAX) {
        const page = ids.slice(at, at + IDS_MAX)
        const reply = await post(server, '/calls/messages', { project_id: `fuzz/${project}`, ids: page })
        const body = await reply.text()

        expect(reply.status, `${repeat}: ${body.slice(0, 300)}`).toBe(200)
        const { calls } = JSON.parse(body)
        expect(calls.flatMap(contractIssues), repeat).toEqual([])
        expect(calls, repeat).toHaveLength(page.length)
      }
    }

    // The test would prove nothing if all requests were refused.
    expect(stored).toBeGreaterThan(REQUESTS / 2)
  },
  60_000 + REQUESTS * 200,
)

/** Sends a recorded request with a few values changed, and returns the status of the reply. */
async function sendEdited(server: ServerProcess, project: string, number: number): Promise<number> {
  const random = new Random(Math.imul(TEST_SEED, 0x9e3779b1) + number)
  const recorded = RECORDED[random.below(RECORDED.length)]
  if (!recorded) throw new Error('there are no recordings')
  const isSpans = TRACES.test(recorded.path)
  const path = isSpans
    ? '/otel/v1/traces'
    : recorded.path.replace(/^\/v2\/[^/]+\/[^/]+/, `/v2/fuzz/${project}`)
  const body = writeRawJson(edit(inProject(recorded.json, `fuzz/${project}`, number), random))
  return (await send(server, path, body, { project_id: `fuzz/${project}` })).status
}

/** Moves native calls to a project, under ids of their own. Spans get theirs from a header. */
function inProject(value: unknown, project_id: string, number: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inProject(item, project_id, number))
  if (!isObject(value)) return value
  const moved = Object.entries(value).map(([key, member]) => [key, inProject(member, project_id, number)])
  const own = Object.fromEntries(moved)
  if (typeof own.project_id === 'string') return { ...own, project_id, id: `${own.id}-${number}` }
  return own
}

async function idsIn(server: ServerProcess, project_id: string): Promise<string[]> {
  const reply = await post(server, '/calls/stream_query', { project_id, columns: ['id'] })
  const lines = (await reply.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line).id)
}

const post = (server: ServerProcess, path: string, body: object): Promise<Response> =>
  send(server, path, JSON.stringify(body), {})

const send = (
  server: ServerProcess,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...headers },
    body,
  })
