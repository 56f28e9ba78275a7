import { opRef, PROJECTS } from '../dataset/calls.ts'
import { Random } from '../dataset/random.ts'
import { basicAuth, HttpClient } from '../processes/http-client.ts'
import { API_KEY, type Service } from '../processes/service.ts'

export const READS = [
  'point read',
  'first page of roots',
  'one trace',
  'count by op',
  'count by JSON path',
] as const
export type ReadName = (typeof READS)[number]

/** Reads that open the payload of every call. */
export const SCAN_NAMES: ReadonlySet<ReadName> = new Set(['count by JSON path'])

/** Sends reads to one server, one at a time. */
export interface Reader {
  /** Milliseconds from the request to the end of the response. */
  time(name: ReadName): Promise<number>
  close(): void
}

const PROJECT = `team/${PROJECTS[0]}`
const KNOWN_PAGES = 20
const KNOWN_PER_PAGE = 50

interface Known {
  readonly id: string
  readonly trace_id: string
}

/** Collects ids from across the project first. */
export async function openReader({ url }: Service, size: number): Promise<Reader> {
  const client = new HttpClient(url, basicAuth(API_KEY), 2)
  const random = new Random(size)
  const known = await knownCalls(client, random, size)
  const bodies: Record<ReadName, () => readonly [path: string, body: object]> = {
    'point read': () => ['/call/read', { project_id: PROJECT, id: random.pick(known).id }],
    'first page of roots': () => [
      '/calls/stream_query',
      {
        project_id: PROJECT,
        filter: { trace_roots_only: true },
        sort_by: [{ field: 'started_at', direction: 'desc' }],
        limit: 50,
      },
    ],
    'one trace': () => [
      '/calls/stream_query',
      { project_id: PROJECT, filter: { trace_ids: [random.pick(known).trace_id] } },
    ],
    'count by op': () => [
      '/calls/query_stats',
      { project_id: PROJECT, filter: { op_names: [opRef(PROJECT, random.below(40))] } },
    ],
    'count by JSON path': () => [
      '/calls/query_stats',
      {
        project_id: PROJECT,
        query: { $expr: { $gt: [{ $getField: 'inputs.temperature' }, { $literal: 0.5 }] } },
      },
    ],
  }
  return {
    async time(name) {
      const [path, body] = bodies[name]()
      const text = JSON.stringify(body)
      const startedAt = performance.now()
      await client.post(path, text)
      return performance.now() - startedAt
    },
    close: () => client.close(),
  }
}

async function knownCalls(
  client: HttpClient,
  random: Random,
  size: number,
): Promise<readonly [Known, ...Known[]]> {
  const known: Known[] = []
  for (let page = 0; page < KNOWN_PAGES; page++) {
    // At most half of the calls belong to another project.
    const offset = random.below(size / 2)
    const body = { project_id: PROJECT, columns: ['id', 'trace_id'], offset, limit: KNOWN_PER_PAGE }
    const { calls }: { calls: Known[] } = JSON.parse(
      String(await client.post('/calls/query', JSON.stringify(body))),
    )
    known.push(...calls)
  }
  const [first, ...rest] = known
  if (!first) throw new Error(`${PROJECT} is empty`)
  return [first, ...rest]
}
