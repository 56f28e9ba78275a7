import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { API_KEY } from '../../processes/service.ts'
import type { Attack, AttackContext } from '../attacker.ts'
import { authorized, inTurns, summaryOf } from '../attacker.ts'
import { json } from '../body.ts'
import { PROJECT, storeLarge, storeSmall } from './stored-calls.ts'

const STALLED_MS = 15_000
const SORTED_CALL = 100_000

const storeBigCalls = ({ attacker, plan }: AttackContext) =>
  storeLarge(attacker, plan.bigCalls, plan.bigCall, 'x')

/** Queries with large results, or that are expensive to evaluate. */
export const readAttacks: readonly Attack[] = [
  {
    name: 'd: stream of large calls',
    prepare: storeBigCalls,
    run: async ({ attacker }) =>
      (await attacker.post('/calls/stream_query', json({ project_id: PROJECT }))).outcome,
  },
  {
    name: 'd: list of large calls',
    prepare: storeBigCalls,
    run: async ({ attacker }) => (await attacker.post('/calls/query', json({ project_id: PROJECT }))).outcome,
  },
  {
    name: 'd: readers that stop reading',
    prepare: ({ attacker, plan }) => storeSmall(attacker, plan.calls),
    run: stall,
  },
  {
    name: 'd: distinct large queries',
    prepare: ({ attacker }) => storeSmall(attacker, 1_000),
    run: async ({ attacker, plan }) =>
      summaryOf(
        await inTurns(plan.queries, 4, (index) => attacker.post('/calls/query', json(largeQuery(index)))),
      ),
  },
  {
    name: 'd: sort by large inputs',
    prepare: ({ attacker, plan }) =>
      storeLarge(attacker, Math.ceil(plan.sorted / SORTED_CALL), SORTED_CALL, 'x'),
    run: async ({ attacker }) => {
      const sort_by = [{ field: 'inputs', direction: 'asc' }]
      return (await attacker.post('/calls/query', json({ project_id: PROJECT, sort_by, limit: 1 }))).outcome
    },
  },
]

/** Each requests all calls and reads none of the response. */
async function stall({ attacker, plan }: AttackContext): Promise<string> {
  const { port, hostname } = new URL(attacker.url)
  const body = JSON.stringify({ project_id: PROJECT })
  const { authorization } = authorized(API_KEY)
  const head = `POST /calls/stream_query HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: ${body.length}\r\n\r\n`
  const sockets = Array.from({ length: plan.readers }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(head + body))
    return socket.on('error', () => {}).pause()
  })
  await wait(STALLED_MS)
  for (const socket of sockets) socket.destroy()
  return `${sockets.length} readers, ${STALLED_MS / 1000} s`
}

const CONDITIONS = 500

function largeQuery(query: number): object {
  const condition = (_: unknown, index: number) => ({
    $eq: [{ $getField: `inputs.q${query}.f${index}` }, { $literal: `value ${index}` }],
  })
  return { project_id: PROJECT, query: { $expr: { $or: Array.from({ length: CONDITIONS }, condition) } } }
}
