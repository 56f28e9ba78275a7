import { FAILED, familyFacts, type Relative } from '../../../domain/calls/counting.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { DESCENDANT_FAILED, LEVELS_MAX, RIVALS_MAX, USAGE_STANDING } from '../calls/call-family.ts'
import type { Database } from '../database/driver.ts'
import { textSql } from '../texts/sealed-texts.ts'
import type { Findings } from './findings.ts'

/** Recounts what is stored with a call about its relatives, its sizes and its usage. */
export function checkCalls(db: Database, findings: Findings): void {
  const calls =
    db.prepare(`select c.project, c.id, c.trace_id, c.parent_id, c.started_at, c.failed, c.usage_bit,
      c.has_usage, c.response_id, c.below, c.rid, ${USAGE_STANDING} as usage_standing, ${DESCENDANT_FAILED} as descendant_failed,
      c.start_bytes, c.end_bytes, ${TEXT_BYTES}, ${HAS_CONTENT} as has_content,
      exists (select 1 from call_usage u where u.rid = c.rid and (${USAGE_COUNTERS})) as reports_usage
    from calls c indexed by calls_by_trace left join call_slots k on k.rid = c.rid
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid
    where c.started_at is not null order by c.project, c.trace_id`)
  let trace: CheckedCall[] = []
  for (const call of calls.iterate<CheckedCall>()) {
    const [first] = trace
    if (first && (first.project !== call.project || first.trace_id !== call.trace_id)) {
      checkTrace(trace, findings)
      trace = []
    }
    trace.push(call)
  }
  checkTrace(trace, findings)
}

interface CheckedCall extends Omit<Relative, 'failed' | 'has_usage' | 'has_content'> {
  readonly project: number
  readonly rid: number
  readonly trace_id: string
  readonly failed: number
  readonly has_usage: number
  readonly has_content: number
  readonly reports_usage: number
  readonly below: number
  readonly usage_standing: string | null
  readonly descendant_failed: number
  readonly start_bytes: number
  readonly end_bytes: number
  readonly start_text_bytes: number
  readonly end_text_bytes: number
}

const bytesOf = (...names: ('attributes' | 'inputs' | 'otel_dump' | 'output' | 'summary')[]) =>
  names.map((name) => `coalesce(octet_length(${textSql(name)}), 0)`).join(' + ')

const TEXT_BYTES = `${bytesOf('attributes', 'inputs', 'otel_dump')} as start_text_bytes,
  ${bytesOf('output', 'summary')} as end_text_bytes`

const HAS_CONTENT = `(coalesce(${textSql('input_preview')}, '') <> '' or coalesce(${textSql('output_preview')}, '') <> '')`

const USAGE_COUNTERS = `requests or prompt_tokens or completion_tokens or total_tokens or cache_read_input_tokens
  or cache_creation_input_tokens or reported_cost is not null`

/** The rules hold within these limits alone: see `CallStore`. */
const CALLS_MAX = 100_000

function checkTrace(calls: readonly CheckedCall[], findings: Findings): void {
  findings.examined(calls.length)
  for (const call of calls) {
    const name = `call ${call.id}`
    if (call.start_bytes !== call.start_text_bytes || call.end_bytes !== call.end_text_bytes)
      findings.problem(
        `${name} has ${call.start_text_bytes + call.end_text_bytes} bytes, not ${call.start_bytes + call.end_bytes}`,
      )
    if (call.has_usage !== call.reports_usage)
      findings.problem(`${name} does not say whether it reports usage`)
  }
  if (calls.length === 0 || calls.length > CALLS_MAX || isBeyondLimits(calls)) return
  const facts = familyFacts(calls.map(asRelative))
  const rivals = groupBy(calls, rivalsKey)
  for (const call of calls) {
    const { id, below, usage_standing } = call
    const family = facts.get(id)
    const isDecided = call.response_id === null || (rivals.get(rivalsKey(call))?.length ?? 0) <= RIVALS_MAX
    if (isDecided && family?.usage_standing !== usage_standing)
      findings.problem(`call ${id} counts as ${usage_standing}, and should as ${family?.usage_standing}`)
    if (family?.descendant_failed !== ((below & FAILED) !== 0))
      findings.problem(`call ${id} does not know whether a call below it failed`)
  }
}

const asRelative = (call: CheckedCall): Relative => ({
  ...call,
  failed: call.failed === 1,
  has_usage: call.has_usage === 1,
  has_content: call.has_content === 1,
})

/** Siblings that report the same response have the same key. */
const rivalsKey = ({ parent_id, response_id }: CheckedCall): string =>
  JSON.stringify([parent_id, response_id])

/** Parents that form a cycle may leave stale values, and so may very deep traces, as `CallStore` allows. */
function isBeyondLimits(calls: readonly CheckedCall[]): boolean {
  const parents = new Map(calls.map(({ id, parent_id }) => [id, parent_id]))
  const levels = new Map<string, number>()
  for (const { id } of calls) {
    const path = new Set<string>()
    let at: string | null | undefined = id
    while (at !== null && at !== undefined && !levels.has(at)) {
      if (path.has(at)) return true
      path.add(at)
      at = parents.get(at)
    }
    let level = levels.get(at ?? '') ?? 0
    for (const below of [...path].reverse()) levels.set(below, ++level)
    if (level > LEVELS_MAX) return true
  }
  return false
}
