import {
  groupSpans,
  type MeasuredSpan,
  type Scalar,
  type SpanGroupQuery,
  type SpanGroups,
} from '../../domain/agents/span-groups.ts'
import { type Fragment, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan } from '../../query/select.ts'
import { mapInTurns } from '../../turns.ts'
import type { AgentSpanSearch, AgentSpanSelection, AgentSpanStore, SeenAttribute } from '../port/agents.ts'
import { recordSelect, seenAttributeSelect, spanSelect } from '../port/selects.ts'
import {
  agentSpanFrom,
  detailedAgentSpanFrom,
  type StoredDetailedAgentSpan,
  storedAgentSpan,
} from '../port/stored-agent-span.ts'
import {
  AGENT_SPAN_COLUMNS,
  type AgentSpanRow,
  DETAILED_COLUMNS,
  type DetailedAgentSpanRow,
} from './agent-rows.ts'
import type { Database } from './database/driver.ts'
import { keyedPlan, keyedReads } from './queries/keyed-rows.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

/** `scans` run reads that may scan all spans of a project, without blocking quick reads. */
export function sqliteAgentSpans(
  reads: Remote<AgentSpanReads>,
  scans: (signal?: AbortSignal) => Remote<AgentSpanReads>,
  writes: Remote<AgentSpanWrites>,
): AgentSpanStore {
  return {
    put: (spans) => writes.put(spans.map(storedAgentSpan)),
    // Found on a reader thread, so that writes do not wait for the search.
    async remove(selection, atMost) {
      const keys = await scans().keys(selection, atMost)
      return keys.length === 0 ? 0 : writes.remove(selection.project_id, keys)
    },
    async find(search, bytesMax) {
      const rows = await reads.find(search, bytesMax)
      return mapInTurns(rows, (row) => agentSpanFrom({ ...row, project_id: search.project_id }))
    },
    async findDetailed(search, bytesMax, signal) {
      const rows = await (signal ? scans(signal) : reads).findDetailed(search, bytesMax)
      return mapInTurns(rows, (row) => detailedAgentSpanFrom({ ...row, project_id: search.project_id }))
    },
    count: (search) => scans().count(search),
    group: (query) => scans().group(query),
    attributes: (search) => scans().attributes(search),
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await scans().listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => detailedAgentSpanFrom({ ...row, project_id: projectId })), next }
    },
  }
}

interface SpanKey {
  readonly trace_id: string
  readonly span_id: string
}

const SPANS = tableSource('agent_spans', DETAILED_COLUMNS, 'trace_id', 'span_id')
const ORDER = 'started_at, trace_id, span_id'
const NARROW = { name: 'agent_spans', columns: AGENT_SPAN_COLUMNS, order: ORDER }
const DETAILED = { name: 'agent_spans', columns: DETAILED_COLUMNS, order: ORDER }

export function agentSpanReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  return {
    ...keyedReads<AgentSpanRow>(db, findProject, NARROW),
    listAll: listInProject<DetailedAgentSpanRow>(db, findProject, SPANS, asIs),
    findDetailed: keyedReads<DetailedAgentSpanRow>(db, findProject, DETAILED).find,
    keys(selection: AgentSpanSelection, atMost: number): SpanKey[] {
      const project = findProject(selection.project_id)
      if (project === undefined) return []
      const search = { ...selection, sort: [], limit: atMost }
      const plan = keyedPlan('agent_spans', project, selection.project_id)
      const { sql, params } = compileSelect(recordSelect(search, ['trace_id', 'span_id']), plan)
      return db.prepare(sql).all<SpanKey>(...params)
    },
    group(query: SpanGroupQuery): SpanGroups {
      const project = findProject(query.project_id)
      return groupSpans(project === undefined ? [] : measuredSpans(db, project, query), query)
    },
    attributes(search: AgentSpanSearch): SeenAttribute[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      const { sql, params } = compileSelect(
        seenAttributeSelect(search),
        attributePlan(project, search.project_id),
      )
      return db.prepare(sql).all<SeenAttribute>(...params)
    },
  }
}

/** A row per span and custom attribute, with its `key` and the `type` of its value. */
function attributePlan(project: number, projectId: string): Plan {
  const plan = keyedPlan('agent_spans', project, projectId)
  return {
    ...plan,
    table: {
      ...plan.table,
      stored: (field) =>
        (field.kind === 'column' && ATTRIBUTE_COLUMNS.get(field.name)) || plan.table.stored(field),
    },
    from: () => trusted('agent_spans, json_each(agent_spans.custom_attrs) a'),
    order: [trusted('1, 2')],
  }
}

const ATTRIBUTE_COLUMNS: ReadonlyMap<string, Fragment> = new Map([
  ['attribute_key', trusted('a.key')],
  [
    'attribute_type',
    trusted(
      "case a.type when 'text' then 'string' when 'integer' then 'int' when 'real' then 'float' else 'bool' end",
    ),
  ],
])

type AgentSpanReads = ReturnType<typeof agentSpanReads>

function* measuredSpans(db: Database, project: number, query: SpanGroupQuery): Generator<MeasuredSpan> {
  const { sql, params } = compileSelect(
    spanSelect(query),
    keyedPlan('agent_spans', project, query.project_id),
  )
  const rows = db.prepare(sql).iterate<Record<string, Scalar> & { started_at: number }>(...params)
  const keyCount = query.keys.length
  const names = [...query.keys, ...query.measures].map((_, at) => `v${at}`)
  for (const row of rows) {
    const values = names.map((name) => row[name] ?? null)
    yield { started_at: row.started_at, keys: values.slice(0, keyCount), values: values.slice(keyCount) }
  }
}

export function agentSpanWrites(db: Database, names: NameNumbers) {
  const upsert = db.prepare(`
    insert into agent_spans (project, ${DETAILED_COLUMNS.join(', ')}) values (?${', ?'.repeat(DETAILED_COLUMNS.length)})
    on conflict (project, trace_id, span_id) do update
    set ${DETAILED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`)

  const remove = db.prepare('delete from agent_spans where project = ? and trace_id = ? and span_id = ?')

  return {
    put(spans: readonly StoredDetailedAgentSpan[]): void {
      for (const span of spans) {
        upsert.run(names.project(span.project_id), ...DETAILED_COLUMNS.map((column) => span[column]))
      }
    },
    remove(projectId: string, keys: readonly SpanKey[]): number {
      const project = names.project(projectId)
      return keys.reduce(
        (count, { trace_id, span_id }) => count + remove.run(project, trace_id, span_id).changes,
        0,
      )
    },
  }
}

type AgentSpanWrites = ReturnType<typeof agentSpanWrites>
