import type { Attack, AttackContext } from '../attacker.ts'
import { json, repeated } from '../body.ts'
import { PROJECT, storeLarge } from './stored-calls.ts'

const DIGITS = 100_000
const NUMBER_TEXT = `${'9'.repeat(DIGITS)}x`
const STORED_DIGITS = 200_000
const EXPANDED = 3_000
const EXPANDED_CHARS = 100_000

/** Texts that make naive parsers superlinear. */
export const textAttacks: readonly Attack[] = [
  asked('e: digits in an integer field', '/calls/query', () => ({ project_id: PROJECT, limit: NUMBER_TEXT })),
  asked('e: digits in a number field', '/cost/create', () => ({
    project_id: PROJECT,
    costs: { model: { prompt_token_cost: NUMBER_TEXT, completion_token_cost: 0 } },
  })),
  asked('e: open strings in GraphQL', '/graphql', () => ({ query: `{ viewer ${'"\\'.repeat(DIGITS)}` })),
  {
    name: 'e: sort by stored digits',
    prepare: ({ attacker }) => storeLarge(attacker, 20, STORED_DIGITS, '9'),
    run: async ({ attacker }) => {
      const sort_by = [{ field: 'inputs.x', direction: 'asc' }]
      return (await attacker.post('/calls/query', json({ project_id: PROJECT, sort_by, limit: 1 }))).outcome
    },
  },
  {
    name: 'e: long paths to expand',
    prepare: ({ attacker }) => storeLarge(attacker, 1, EXPANDED_CHARS, 'x'),
    run: async ({ attacker, plan }) => {
      const chars = Math.min(EXPANDED_CHARS, Math.floor(plan.body / EXPANDED))
      const column = `"inputs${'.x'.repeat(chars / 2)}",`
      const head = `{"project_id":"${PROJECT}","expand_columns":[`
      const body = repeated(head, column, column.length * EXPANDED, '"inputs.x"]}')
      return (await attacker.post('/calls/query', body)).outcome
    },
  },
  asked('e: many percentiles in every bucket', '/calls/stats', () => ({
    project_id: PROJECT,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-30T00:00:00Z',
    granularity: 300,
    call_metrics: [
      { metric: 'latency_ms', percentiles: Array.from({ length: 10_000 }, (_, index) => index / 100) },
    ],
  })),
  asked('e: long name of a metric in every bucket', '/feedback/stats', () => ({
    project_id: PROJECT,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-30T00:00:00Z',
    granularity: 300,
    metrics: [
      { json_path: 'x'.repeat(DIGITS), value_type: 'numeric', aggregations: ['sum', 'avg', 'min', 'max'] },
    ],
  })),
]

function asked(name: string, path: string, body: (context: AttackContext) => object): Attack {
  return { name, run: async (context) => (await context.attacker.post(path, json(body(context)))).outcome }
}
