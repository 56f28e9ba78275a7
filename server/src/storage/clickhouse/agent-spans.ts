import {
  AGENT_DETAIL_LIST_COLUMNS,
  AGENT_DETAIL_TEXT_COLUMNS,
  AGENT_FLOAT_COLUMNS,
  AGENT_INTEGER_COLUMNS,
  AGENT_LIST_COLUMNS,
  AGENT_MESSAGES_COLUMNS,
  AGENT_TEXT_COLUMNS,
} from '../../domain/agents/span-columns.ts'
import { type Scalar, SpanGrouping } from '../../domain/agents/span-groups.ts'
import { JsonNumber } from '../../json/number.ts'
import { JsonText } from '../../json/text.ts'
import { parseTree } from '../../json/tree.ts'
import { evaluateValue } from '../../query/evaluate.ts'
import { sql } from '../../query/fragment.ts'
import { compareTexts, type LiteralValue } from '../../query/values.ts'
import { mapInTurns } from '../../turns.ts'
import type { AgentSpanStore, SeenAttribute } from '../port/agents.ts'
import { spanSelect } from '../port/selects.ts'
import {
  agentSpanFrom,
  detailedAgentSpanFrom,
  type StoredAgentSpan,
  type StoredDetailedAgentSpan,
  storedAgentSpan,
} from '../port/stored-agent-span.ts'
import type { Access } from './rows/access.ts'
import { KeyedRows } from './rows/keyed-rows.ts'
import { openProjectRecords } from './rows/records.ts'

export function clickhouseAgentSpans(access: Access): AgentSpanStore {
  const records = openProjectRecords<StoredDetailedAgentSpan>(access, 'agent_spans', DETAILED_COLUMNS)
  const spans = new KeyedRows<StoredDetailedAgentSpan>(access.clickhouse, {
    columns: DETAILED_COLUMNS,
    scalars: [...SCALARS, ...AGENT_DETAIL_TEXT_COLUMNS],
    collections: [...AGENT_LIST_COLUMNS, ...AGENT_DETAIL_LIST_COLUMNS],
    key: KEY,
    wide: WIDE_COLUMNS,
    from: () => sql`agent_spans final`,
    ties: ['started_at', ...KEY],
  })

  return {
    put: (rows) => records.put(rows.map(storedAgentSpan)),
    async remove(selection, atMost) {
      const found = await spans.findColumns({ ...selection, sort: [], limit: atMost }, KEY)
      const keys = found.map((key) => ({ project_id: selection.project_id, ...key }))
      await records.remove(keys)
      return keys.length
    },
    find: async (search, bytesMax) =>
      mapInTurns(await spans.findColumns(search, SPAN_COLUMNS, bytesMax), agentSpanFrom),
    findDetailed: async (search, bytesMax) =>
      mapInTurns(await spans.find(search, bytesMax), detailedAgentSpanFrom),
    count: (search) => spans.count(search),
    async group(query) {
      const { columns = [] } = spanSelect(query)
      const values = columns.slice(1)
      const grouping = new SpanGrouping(query)
      for await (const { row, reader } of spans.matches(query, ['started_at'], { columns: values })) {
        const scalars = values.map(({ value }) => asScalar(evaluateValue(value, reader)))
        const keys = scalars.slice(0, query.keys.length)
        grouping.add({ started_at: row.started_at, keys, values: scalars.slice(query.keys.length) })
      }
      return grouping.result()
    },
    async attributes(search) {
      const counts = new Map<string, SeenAttribute>()
      for await (const { row } of spans.matches(search, ['custom_attrs'])) {
        for (const { key, type } of attributesOf(row.custom_attrs)) {
          const id = JSON.stringify([key, type])
          counts.set(id, { key, type, span_count: (counts.get(id)?.span_count ?? 0) + 1 })
        }
      }
      return [...counts.values()].sort((a, b) => compareTexts(a.key, b.key) || compareTexts(a.type, b.type))
    },
    async listAll(projectId, cursor, limits) {
      const where = sql`project_id = ${projectId}`
      const { rows, next } = await records.list(where, ['trace_id', 'span_id'], cursor, limits)
      return { rows: rows.map(detailedAgentSpanFrom), next }
    },
  }
}

const SCALARS = [
  'project_id',
  'trace_id',
  'span_id',
  'parent_span_id',
  'span_name',
  'span_kind',
  'started_at',
  'ended_at',
  'status_code',
  'status_message',
  'wb_user_id',
  ...AGENT_TEXT_COLUMNS,
  ...AGENT_INTEGER_COLUMNS,
  ...AGENT_FLOAT_COLUMNS,
] as const satisfies readonly (keyof StoredAgentSpan)[]

const KEY = ['trace_id', 'span_id'] as const satisfies readonly (keyof StoredAgentSpan)[]

const SPAN_COLUMNS: readonly (keyof StoredAgentSpan)[] = [...SCALARS, 'custom_attrs', ...AGENT_LIST_COLUMNS]

const DETAIL_COLUMNS = [
  ...AGENT_DETAIL_TEXT_COLUMNS,
  ...AGENT_DETAIL_LIST_COLUMNS,
  ...AGENT_MESSAGES_COLUMNS,
  'raw_span_dump',
] as const satisfies readonly (keyof StoredDetailedAgentSpan)[]

const DETAILED_COLUMNS: readonly (keyof StoredDetailedAgentSpan)[] = [...SPAN_COLUMNS, ...DETAIL_COLUMNS]

const WIDE_COLUMNS: readonly (keyof StoredDetailedAgentSpan)[] = ['custom_attrs', ...DETAIL_COLUMNS]

function attributesOf(customAttrs: string): { key: string; type: SeenAttribute['type'] }[] {
  const tree = parseTree(new JsonText(customAttrs))
  if (!(tree instanceof Map)) return []
  return Array.from(tree, ([key, value]) => {
    if (typeof value === 'string') return { key, type: 'string' }
    if (value instanceof JsonNumber) return { key, type: value.isInteger ? 'int' : 'float' }
    return { key, type: 'bool' }
  })
}

const asScalar = (value: LiteralValue): Scalar => (typeof value === 'bigint' ? Number(value) : value)
