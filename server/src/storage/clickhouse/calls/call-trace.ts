import { type FamilyFacts, familyFacts } from '../../../domain/calls/counting.ts'
import type { TraceCalls } from '../../../domain/calls/trace-skeleton.ts'
import { compareTexts } from '../../../query/values.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { FAMILY_COLUMNS, inTraces, relativeOf } from './call-family.ts'
import { type PartColumn, readRecords, type VisibleRecord } from './call-records.ts'
import { hasFailedBelow, shownName, usageOf } from './stored-call.ts'

/** What the tree of a trace shows of a call. */
const TRACE_COLUMNS = [
  ...FAMILY_COLUMNS,
  'op_name',
  'display_name',
  'ended_at',
  'descendant_failed',
  'usage',
] as const satisfies readonly PartColumn[]

/** The first calls of a trace by start, without their payloads. */
export async function readTrace(
  clickhouse: ClickHouse,
  projectId: string,
  traceId: string,
  atMost: number,
): Promise<TraceCalls> {
  const where = inTraces(projectId, textList([traceId]))
  const records = await readRecords(clickhouse, projectId, where, TRACE_COLUMNS)
  const calls = [...(records?.values() ?? [])].filter(({ start }) => start.trace_id === traceId)
  const facts = familyFacts(calls.map(relativeOf))
  return traceCalls(calls.sort(byStart).slice(0, atMost), facts)
}

function byStart(a: VisibleRecord<'started_at'>, b: VisibleRecord<'started_at'>): number {
  return a.start.started_at - b.start.started_at || compareTexts(a.id, b.id)
}

type TraceRecord = VisibleRecord<(typeof TRACE_COLUMNS)[number]>

function traceCalls(calls: readonly TraceRecord[], facts: ReadonlyMap<string, FamilyFacts>): TraceCalls {
  const op_names = [...new Set(calls.map(({ start }) => start.op_name))]
  const places = new Map(op_names.map((name, place) => [name, place]))
  return {
    ids: calls.map(({ id }) => id),
    parent_ids: calls.map(({ start }) => start.parent_id),
    ops: calls.map(({ start }) => places.get(start.op_name) ?? -1),
    op_names,
    display_names: calls.map(({ start, rename }) => shownName(start, rename)),
    kinds: calls.map(({ start }) => start.kind),
    started_at: calls.map(({ start }) => start.started_at),
    ended_at: calls.map(({ end }) => end?.ended_at ?? null),
    failed: calls.map(({ end }) => end?.failed === 1),
    descendant_failed: calls.map(({ id, end }) => hasFailedBelow(end, facts.get(id))),
    is_span: calls.map(({ start }) => start.is_span === 1),
    usage_standings: calls.map(({ id }) => facts.get(id)?.usage_standing ?? null),
    usage: calls.flatMap(({ id, end }) => usageOf(id, end)),
  }
}
