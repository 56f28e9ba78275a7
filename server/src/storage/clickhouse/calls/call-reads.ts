import {
  type CallUsage,
  PAYLOAD_COLUMNS,
  type StoredCall,
  type WideColumn,
} from '../../../domain/calls/call.ts'
import { type FamilyFacts, familyFacts } from '../../../domain/calls/counting.ts'
import { extrasOf } from '../../../domain/calls/extras.ts'
import { callJson } from '../../../domain/calls/view.ts'
import { LINE_FEED } from '../../../json/bytes.ts'
import type { JsonText } from '../../../json/text.ts'
import { sql, trusted } from '../../../query/fragment.ts'
import { mapInTurns } from '../../../turns.ts'
import { type ExtraSources, readExtras } from '../../port/call-extras.ts'
import { CallJson, type CallJsonView } from '../../port/calls.ts'
import { fitting } from '../../port/fitting.ts'
import { type CallLimits, type ReadPage, UTF8_BYTES_MAX } from '../../port/pages.ts'
import type { ClickHouse } from '../connection/client.ts'
import { textList } from '../literals.ts'
import { isOneOfIds } from './call-conditions.ts'
import { type CallFamilies, FAMILY_COLUMNS, inTraces, relativeOf } from './call-family.ts'
import type { Head } from './call-heads.ts'
import { AS_BYTES, AS_TEXT, cutCall, type Json, type PayloadForm } from './call-payloads.ts'
import { type PartColumn, readRecords, type VisibleRecord } from './call-records.ts'
import { callPlan } from './call-table.ts'
import { type StoredColumn, storedCall, storedColumns, usageOf } from './stored-call.ts'

/** Up to this many calls are read without querying their sizes first. */
const SHORT_PAGE = 100

interface CallPage<Payload> extends Omit<ReadPage<never>, 'rows'> {
  readonly calls: readonly ReadCall<Payload>[]
}

interface ReadCall<Payload> {
  readonly call: StoredCall<Payload>
  readonly usage: readonly CallUsage[]
  /** The version of its start. */
  readonly version: number
}

/** Reads calls whose ids or traces are known. */
export class CallReads {
  readonly #clickhouse: ClickHouse
  readonly #families: CallFamilies
  readonly #sources: Omit<ExtraSources, 'calls'>

  constructor(clickhouse: ClickHouse, families: CallFamilies, sources: Omit<ExtraSources, 'calls'>) {
    this.#clickhouse = clickhouse
    this.#families = families
    this.#sources = sources
  }

  async read(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    payloadMax?: number,
  ): Promise<StoredCall[]> {
    const all = { bytesMax: Number.POSITIVE_INFINITY, ...(payloadMax !== undefined && { payloadMax }) }
    return [...(await this.readPage(projectId, ids, columns, all)).rows]
  }

  async readPage(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: CallLimits,
  ): Promise<ReadPage<StoredCall>> {
    const { calls, ...page } = await this.#page(projectId, ids, columns, limits, AS_TEXT)
    return { rows: calls.map(({ call }) => call), ...page }
  }

  async #page<Stored, Payload extends Json>(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: CallLimits,
    form: PayloadForm<Stored, Payload>,
  ): Promise<CallPage<Payload | JsonText>> {
    const facts = this.#families.factsAround(projectId, ids)
    const read = async (wanted: readonly string[], bytesMax: number) => {
      const stored = [...storedColumns(columns), 'usage', 'version'] as const
      const records = this.#records(projectId, wanted, stored, { ...limits, bytesMax }, form)
      const [found, known] = await Promise.all([records, facts])
      return found && readCalls({ projectId, ids: wanted, found, facts: known, limits, form })
    }
    if (ids.length <= SHORT_PAGE || limits.bytesMax === Number.POSITIVE_INFINITY) {
      // Nearly every short page fits, which saves a query.
      const calls = await read(ids, limits.bytesMax)
      if (calls) return { calls, taken: ids.length, next_bytes: 0 }
    }
    const [fit] = await Promise.all([this.#fitting(projectId, ids, columns, limits), facts])
    return { calls: (await read(ids.slice(0, fit.taken), Number.POSITIVE_INFINITY)) ?? [], ...fit }
  }

  /** All calls of traces, if they fit. */
  async #traces(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: CallLimits,
  ): Promise<CallPage<Json>> {
    const stored = [...new Set([...storedColumns(columns), ...FAMILY_COLUMNS, 'usage', 'version'] as const)]
    const found = await this.#records(projectId, ids, stored, limits, AS_BYTES)
    if (!found) return this.#page(projectId, ids, columns, limits, AS_BYTES)
    const facts = familyFacts(Array.from(found.values(), relativeOf))
    const calls = readCalls({ projectId, ids, found, facts, limits, form: AS_BYTES })
    return { calls, taken: ids.length, next_bytes: 0 }
  }

  async readJson(
    projectId: string,
    ids: readonly string[],
    view: CallJsonView,
    limits: CallLimits,
  ): Promise<ReadPage<CallJson>> {
    const { calls, ...page } = await this.#page(projectId, ids, view.columns.wide, limits, AS_BYTES)
    return { rows: await this.#asJson(projectId, calls, view, limits), ...page }
  }

  /**
   * The same for the calls of heads. Undefined if not all of them fit, or if a head is not that of the current start. `areTraces` tells
   * that they are all calls of their traces, so that no others are needed to decide about them.
   */
  async readHeads(
    projectId: string,
    { heads, areTraces }: { readonly heads: readonly Head[]; readonly areTraces: boolean },
    view: CallJsonView,
    limits: CallLimits,
  ): Promise<ReadPage<CallJson> | undefined> {
    const ids = heads.map(({ id }) => id)
    const wanted = [projectId, ids, view.columns.wide, limits] as const
    const areShort = areTraces && ids.length <= SHORT_PAGE
    const { calls, ...page } = await (areShort ? this.#traces(...wanted) : this.#page(...wanted, AS_BYTES))
    const isCurrent =
      calls.length === heads.length &&
      calls.every(({ version }, at) => version === heads[at]?.version) &&
      // A head may exist twice until ClickHouse merges them.
      new Set(ids).size === heads.length
    return isCurrent ? { rows: await this.#asJson(projectId, calls, view, limits), ...page } : undefined
  }

  async #asJson(
    projectId: string,
    calls: readonly ReadCall<Json>[],
    { columns, includeStorageSize, extras: names = [] }: CallJsonView,
    limits: CallLimits,
  ): Promise<CallJson[]> {
    const rows = calls.map(({ call }) => call)
    // Only calls that may have a cost are read.
    const usage = async (_: string, wanted: readonly string[]) => {
      const isWanted = new Set(wanted)
      return calls.flatMap((each) => (isWanted.has(each.call.id) ? each.usage : []))
    }
    const sources = { ...this.#sources, calls: { usage } }
    const extras = extrasOf(rows, await readExtras(sources, projectId, rows, names, limits.bytesMax))
    const asJson = (call: StoredCall<Json>) => {
      const pieces = callJson(call, columns, { includeStorageSize, ...extras(call) })
      return new CallJson(call.id, Buffer.concat([...pieces.map(toBuffer), Buffer.of(LINE_FEED)]))
    }
    return mapInTurns(rows, asJson)
  }

  async usage(projectId: string, ids: readonly string[]): Promise<CallUsage[]> {
    if (ids.length === 0) return []
    const records = await readRecords(this.#clickhouse, projectId, isOneOfIds(ids), ['usage'])
    return [...(records?.values() ?? [])].flatMap(({ id, end }) => usageOf(id, end))
  }

  async traceSizes(projectId: string, traceIds: readonly string[]): Promise<Map<string, number>> {
    if (traceIds.length === 0) return new Map()
    const { from } = callPlan(projectId, inTraces(projectId, textList(traceIds)), new Set())
    const calls = from(new Set(['trace_id', 'size_bytes']))
    const rows = await this.#clickhouse.query<{ trace_id: string; n: number }>(
      sql`select c.trace_id as trace_id, sum(c.size_bytes) as n from ${calls}
        where c.trace_id in ${textList(traceIds)} group by c.trace_id`,
    )
    return new Map(rows.map(({ trace_id, n }) => [trace_id, n]))
  }

  async #records<Column extends PartColumn, Stored, Payload>(
    projectId: string,
    ids: readonly string[],
    columns: readonly Column[],
    { payloadMax, bytesMax }: CallLimits,
    { read }: PayloadForm<Stored, Payload>,
  ): Promise<ReadonlyMap<string, VisibleRecord<Column, Stored>> | undefined> {
    if (ids.length === 0) return new Map()
    // One character more, to know whether the payload is longer.
    const charsMax = payloadMax === undefined ? undefined : payloadMax + 1
    return read(this.#clickhouse, projectId, isOneOfIds(ids), columns, { charsMax, bytesMax })
  }

  /** Number of calls whose requested columns fit into the limits. */
  async #fitting(
    projectId: string,
    ids: readonly string[],
    columns: readonly WideColumn[],
    limits: CallLimits,
  ): Promise<Omit<ReadPage<never>, 'rows'>> {
    if (columns.length === 0 || ids.length === 0) return { taken: ids.length, next_bytes: 0 }
    const sizes = await this.#sizes(projectId, ids, lengthOf(columns, limits.payloadMax))
    const known = ids.flatMap((id, at) => {
      const bytes = sizes.get(id)
      return bytes === undefined ? [] : [{ at, bytes }]
    })
    return fitting(known, ids.length, limits.bytesMax)
  }

  /** The sum of an expression over start and end of each visible call. */
  async #sizes(projectId: string, ids: readonly string[], bytes: string): Promise<Map<string, number>> {
    const rows = await this.#clickhouse.query<{ id: string; n: number }>(
      sql`select id, sumIf(${trusted(bytes)}, part in ('start', 'end')) as n from call_parts final
        where project_id = ${projectId} and ${isOneOfIds(ids)} group by id
        having countIf(part = 'start') > 0 and countIf(part = 'delete') = 0`,
    )
    return new Map(rows.map(({ id, n }) => [id, n]))
  }
}

/** Bytes of the columns. Those that a part does not have are empty. */
function lengthOf(columns: readonly WideColumn[], payloadMax: number | undefined): string {
  const payload = (length: string) =>
    payloadMax === undefined ? length : `least(${length}, ${payloadMax * UTF8_BYTES_MAX})`
  const terms: Record<WideColumn, string> = {
    attributes: 'length(attributes) + ifNull(length(otel_dump), 0)',
    inputs: payload('length(inputs)'),
    output: payload('ifNull(length(output), 0)'),
    summary: 'length(summary)',
    exception: 'ifNull(length(exception), 0)',
  }
  const isWhole = payloadMax === undefined && PAYLOAD_COLUMNS.every((column) => columns.includes(column))
  if (!isWhole) return columns.map((column) => terms[column]).join(' + ')
  // The size of all documents is stored: they need not be decompressed.
  return columns.includes('exception') ? `size_bytes + ${terms.exception}` : 'size_bytes'
}

interface FoundRecords<Stored, Payload> {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly found: ReadonlyMap<string, VisibleRecord<StoredColumn | 'usage' | 'version', Stored>>
  readonly facts: ReadonlyMap<string, FamilyFacts>
  readonly limits: CallLimits
  readonly form: PayloadForm<Stored, Payload>
}

function readCalls<Stored, Payload extends Json>({
  projectId,
  ids,
  found,
  facts,
  limits,
  form,
}: FoundRecords<Stored, Payload>): ReadCall<Payload | JsonText>[] {
  return ids.flatMap((id) => {
    const record = found.get(id)
    if (!record) return []
    const call = storedCall(projectId, record, facts.get(id), form.payloadOf)
    const { payloadMax } = limits
    const cut = payloadMax === undefined ? call : cutCall(call, payloadMax)
    return { call: cut, usage: usageOf(id, record.end), version: record.start.version }
  })
}

const toBuffer = (piece: string | Uint8Array): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : piece
