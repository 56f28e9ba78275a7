import { type Attacker, inTurns } from '../attacker.ts'
import { type Body, json, repeated } from '../body.ts'

export const PROJECT = 'team/app'

/** Stores calls, each with `length` characters and an x in `inputs.x`. Continues if some are rejected. */
export async function storeLarge(
  attacker: Attacker,
  count: number,
  length: number,
  character: string,
): Promise<void> {
  await inTurns(count, 2, (index) => attacker.post('/call/start', callWith(index, length, character)))
}

function callWith(index: number, length: number, character: string): Body {
  const head = JSON.stringify({ start: startOf(index) }).replace('"inputs":{}', '"inputs":{"x":"')
  return repeated(head.slice(0, -2), character, length, 'x"}}}')
}

const BATCH = 1_000

/** Stores `count` small calls. */
export async function storeSmall(attacker: Attacker, count: number): Promise<void> {
  await inTurns(Math.ceil(count / BATCH), 2, (batch) => attacker.post('/call/upsert_batch', batchOf(batch)))
}

function batchOf(batch: number): Body {
  const item = (_: unknown, index: number) => {
    const start = startOf(batch * BATCH + index)
    return { mode: 'start', req: { start: { ...start, inputs: { question: 'what is it?', number: index } } } }
  }
  return json({ batch: Array.from({ length: BATCH }, item) })
}

const startOf = (index: number) => ({
  project_id: PROJECT,
  id: `c${index}`,
  op_name: 'answer',
  started_at: '2025-03-01T10:00:00Z',
  attributes: {},
  inputs: {},
})
