import {
  groupSpans,
  type MeasuredSpan,
  type Scalar,
  type SpanGroupQuery,
  type SpanGroups,
  type SpanMeasure,
} from '../../domain/agents/span-groups.ts'
import { type Fragment, joined, sql, trusted } from '../../query/fragment.ts'
import { compileCondition, type Dialect } from '../../query/sql.ts'
import type { AgentSpanSearch, AgentSpanSelection, AgentSpanStore, SeenAttribute } from '../port/agents.ts'
import {
  AGENT_SPAN_COLUMNS,
  type AgentSpanMessage,
  type AgentSpanRow,
  DETAILED_COLUMNS,
  type DetailedAgentSpanRow,
  fromDetailedRow,
  fromRow,
  toRow,
} from './agent-rows.ts'
import { agentSpanDialect } from './dialect.ts'
import type { Database } from './driver.ts'
import { keyedReads, matching } from './keyed-rows.ts'
import { asIs, listInProject, tableSource } from './listing.ts'
import type { NameNumbers, projectFinder } from './names.ts'
import type { Remote } from './protocol.ts'

/** `scans` are reads that may walk all spans of a project; they run where they hold up nobody. */
export function sqliteAgentSpans(
  reads: Remote<AgentSpanReads>,
  scans: Remote<AgentSpanReads>,
  writes: Remote<AgentSpanWrites>,
): AgentSpanStore {
  return {
    put: (spans) => writes.put(spans.map(toRow)),
    // Found on a reader thread, so that nobody who writes waits for the search.
    async remove(selection, atMost) {
      const keys = await scans.keys(selection, atMost)
      return keys.length === 0 ? 0 : writes.remove(selection.project_id, keys)
    },
    async find(search, bytesMax) {
      const rows = await reads.find(search, bytesMax)
      return rows.map((row) => fromRow(search.project_id, row))
    },
    async findDetailed(search, bytesMax) {
      const rows = await reads.findDetailed(search, bytesMax)
      return rows.map((row) => fromDetailedRow(search.project_id, row))
    },
    count: (search) => scans.count(search),
    group: (query) => scans.group(query),
    attributes: (search) => scans.attributes(search),
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await scans.listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => fromDetailedRow(projectId, row)), next }
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
    ...keyedReads<AgentSpanRow>(db, findProject, NARROW, agentSpanDialect),
    listAll: listInProject<DetailedAgentSpanRow>(db, findProject, SPANS, asIs),
    findDetailed: keyedReads<DetailedAgentSpanRow>(db, findProject, DETAILED, agentSpanDialect).find,
    keys(selection: AgentSpanSelection, atMost: number): SpanKey[] {
      const project = findProject(selection.project_id)
      if (project === undefined) return []
      const { from, params } = matching('agent_spans', selection, project, agentSpanDialect)
      return db.prepare(`select trace_id, span_id from ${from} limit ?`).all<SpanKey>(...params, atMost)
    },
    group(query: SpanGroupQuery): SpanGroups {
      const project = findProject(query.project_id)
      return groupSpans(project === undefined ? [] : measuredSpans(db, project, query), query)
    },
    attributes(search: AgentSpanSearch): SeenAttribute[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      const { from, params } = matching(
        'agent_spans, json_each(custom_attrs) a',
        search,
        project,
        agentSpanDialect,
      )
      return db
        .prepare(
          `select a.key as key, ${ATTRIBUTE_TYPE} as type, count(*) as span_count from ${from} group by 1, 2 order by 1, 2`,
        )
        .all<SeenAttribute>(...params)
    },
  }
}

const ATTRIBUTE_TYPE =
  "case a.type when 'text' then 'string' when 'integer' then 'int' when 'real' then 'float' else 'bool' end"

type AgentSpanReads = ReturnType<typeof agentSpanReads>

function* measuredSpans(db: Database, project: number, query: SpanGroupQuery): Generator<MeasuredSpan> {
  const dialect = agentSpanDialect(query.project_id)
  const selected = [
    ...query.keys.map((key) => compileCondition(key, dialect)),
    ...query.measures.map((measure) => measured(measure, dialect)),
  ]
  const columns = joined(
    selected.map((value, at) => sql`, ${value} as ${trusted(`v${at}`)}`),
    '',
  )
  const { from, params } = matching('agent_spans', query, project, agentSpanDialect)
  const rows = db
    .prepare(`select started_at as at${columns.sql} from ${from}`)
    .iterate<Record<string, Scalar> & { at: number }>(...columns.params, ...params)
  for (const row of rows) {
    const values = selected.map((_, at) => row[`v${at}`] ?? null)
    yield {
      started_at: row.at,
      keys: values.slice(0, query.keys.length),
      values: values.slice(query.keys.length),
    }
  }
}

/** The value of a span for a measure; null where it does not count. */
function measured({ value, condition }: SpanMeasure, dialect: Dialect): Fragment {
  const shown = value === undefined ? trusted('1') : compileCondition(value, dialect)
  return condition === undefined ? shown : sql`iif(${compileCondition(condition, dialect)}, ${shown}, null)`
}

export function agentSpanWrites(db: Database, names: NameNumbers) {
  const upsert = db.prepare(`
    insert into agent_spans (project, ${DETAILED_COLUMNS.join(', ')}) values (?${', ?'.repeat(DETAILED_COLUMNS.length)})
    on conflict (project, trace_id, span_id) do update
    set ${DETAILED_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`)

  const remove = db.prepare('delete from agent_spans where project = ? and trace_id = ? and span_id = ?')

  return {
    put(spans: readonly AgentSpanMessage[]): void {
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
