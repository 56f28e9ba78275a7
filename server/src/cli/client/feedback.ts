import { queryFeedback } from '@heddle/contract/feedback'
import { allOf, compare, field, startsWith } from '@heddle/contract/filter/conditions'
import type { QueryOperation } from '@heddle/contract/query'
import type { JsonObject } from '@heddle/contract/schema'
import { timeText } from '../../reports/values.ts'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'
import { instantOf, offsetOf } from './flags.ts'
import { type Column, limitOf, printRows } from './print.ts'

const text = (key: string) => (row: JsonObject) => (typeof row[key] === 'string' ? row[key] : null)

const COLUMNS: readonly Column<JsonObject>[] = [
  { title: 'CREATED', value: text('created_at'), text: (row) => timeText(text('created_at')(row)) },
  { title: 'TYPE', value: text('feedback_type') },
  { title: 'BY', value: (row) => text('creator')(row) ?? text('wb_user_id')(row) },
  { title: 'ABOUT', value: text('weave_ref'), text: (row) => aboutText(text('weave_ref')(row) ?? '') },
  { title: 'PAYLOAD', value: ({ payload }) => JSON.stringify(payload) },
]

/** `call 0199…`, or the ref itself. */
const aboutText = (ref: string): string => {
  const at = ref.lastIndexOf('/call/')
  return at < 0 ? ref : `call ${ref.slice(at + '/call/'.length)}`
}

const PAGE_SIZE = 1_000

/** Lists feedback, newest first. */
export const listFeedback = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const project_id = await projectOf(invocation, connection)
    const conditions = conditionsOf(invocation, project_id)
    const limit = limitOf(invocation)
    const start = offsetOf(invocation)
    async function* rows() {
      const pageSize = Math.min(PAGE_SIZE, limit === undefined ? PAGE_SIZE : limit + 1)
      for (let offset = start; ; offset += pageSize) {
        const { result } = await connection.client.call(queryFeedback, {
          project_id,
          ...(conditions.length > 0 && { query: { $expr: allOf(conditions) } }),
          sort_by: [{ field: 'created_at', direction: 'desc' }],
          limit: pageSize,
          offset,
        })
        yield* result
        if (result.length < pageSize) return
      }
    }
    await printRows(invocation, {
      columns: COLUMNS,
      rows: rows(),
      cursor: (_, count) => String(start + count),
    })
  })

function conditionsOf(invocation: Invocation, projectId: string): QueryOperation[] {
  const call = invocation.text('call')
  const type = invocation.text('type')
  const [since, until] = [instantOf(invocation, 'since'), instantOf(invocation, 'until')]
  return [
    ...(call ? [compare(field('weave_ref'), '=', `weave:///${projectId}/call/${call}`)] : []),
    ...(type ? [typeCondition(type)] : []),
    ...(since ? [compare(field('created_at'), '>=', since)] : []),
    ...(until ? [compare(field('created_at'), '<', until)] : []),
  ]
}

const typeCondition = (type: string): QueryOperation =>
  type.endsWith('*')
    ? startsWith('feedback_type', type.slice(0, -1))
    : compare(field('feedback_type'), '=', type)
