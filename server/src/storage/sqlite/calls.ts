import type { StoredCall } from '../../domain/calls/call.ts'
import { JsonText } from '../../json/text.ts'
import { inTurns } from '../../turns.ts'
import { CallJson, type CallStore } from '../port/calls.ts'
import type { ReadPage } from '../port/pages.ts'
import type { WriteListeners } from '../port/write-listeners.ts'
import type { CallJsonPage, CallJsonReads } from './call-json.ts'
import type { CallReads, CallRow } from './call-reads.ts'
import type { CallWrites } from './call-writes.ts'
import type { ChangeReads } from './calls/call-changes.ts'
import { type CallLists, partsOf } from './calls/call-listing.ts'
import { followsIndex } from './calls/call-search.ts'
import { type TraceReads, traceCalls } from './calls/call-trace.ts'
import { PackedBatch } from './calls/packed-batch.ts'
import { packedParts } from './calls/packed-parts.ts'
import type { Remote } from './threads/protocol.ts'

/** `scans` are reads that may walk a whole project; they run where they hold up nobody. */
export function sqliteCalls(
  reads: Remote<CallReads & CallJsonReads & TraceReads & ChangeReads & CallLists>,
  scans: (signal: AbortSignal | undefined) => Remote<CallReads & CallJsonReads>,
  writes: Remote<CallWrites>,
  countParts: (count: number) => void,
  listeners: WriteListeners,
): CallStore {
  async function written(count: number, task: Promise<void>): Promise<void> {
    await task
    countParts(count)
    listeners.notify()
  }
  // Not an async function, which would keep what it sends while that waits for the disk.
  function send(batch: PackedBatch): Promise<void> {
    const next = batch.take()
    if (!next) return Promise.resolve()
    const sent = written(next.count, writes.write(next.parts))
    return batch.isEmpty ? sent : sent.then(() => send(batch))
  }

  return {
    newBatch: () => new PackedBatch(),
    write(parts) {
      if (!('add' in parts)) return send(PackedBatch.of(parts))
      if (!(parts instanceof PackedBatch)) throw new Error('the batch is of another storage')
      return send(parts)
    },
    async close(ends) {
      await writes.close(packedParts(ends.map((end) => ({ part: 'end', end }))))
      listeners.notify()
    },
    async removeBefore(projectId, before, atMost, deletedAt) {
      const removed = await writes.removeBefore(projectId, before, atMost, deletedAt)
      if (removed.length > 0) listeners.notify()
      return removed
    },
    find: (search, signal) => (followsIndex(search) ? reads : scans(signal)).find(search),
    findPage: (search, idsMax, signal) =>
      (followsIndex(search) ? reads : scans(signal)).findPage(search, idsMax),
    async findJson(search, idsMax, view, limits, signal) {
      const from = followsIndex(search) ? reads : scans(signal)
      const { found, cursor, ...page } = await from.findJson(search, idsMax, view, limits)
      return { ...found, page: jsonRows(page), ...(cursor !== undefined && { cursor }) }
    },
    // Without a condition, an index or single columns have the count: a million calls take some thirty milliseconds at most.
    count: (search, atMost, signal) => (search.condition ? scans(signal) : reads).count(search, atMost),
    size: (search, signal) => scans(signal).size(search),
    async read(projectId, ids, columns, payloadMax) {
      const rows = await reads.read(projectId, ids, columns, payloadMax)
      return rows.map((row) => fromRow(projectId, row))
    },
    async readPage(projectId, ids, columns, limits) {
      const { rows, ...page } = await reads.readPage(projectId, ids, columns, limits)
      return { ...page, rows: rows.map((row) => fromRow(projectId, row)) }
    },
    async readJson(projectId, ids, view, limits) {
      return jsonRows(await reads.readJson(projectId, ids, view, limits))
    },
    async traceSizes(projectId, traceIds) {
      return new Map(await reads.traceSizes(projectId, traceIds))
    },
    usage: (projectId, ids) => reads.usage(projectId, ids),
    stats: (query, signal) => scans(signal).stats(query),
    threads: (search) => scans(undefined).threads(search),
    trace: async (projectId, traceId, atMost) =>
      inTurns(traceCalls(await reads.trace(projectId, traceId, atMost))),
    changes: (projectId, cursor, atMost) => reads.changes(projectId, cursor, atMost),
    withEvents: (projectId, ids) => reads.withEvents(projectId, ids),
    async parts(projectId, ids, bytesMax) {
      const rows = await reads.parts(projectId, ids, bytesMax)
      return rows.map((row) => partsOf(projectId, row))
    },
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await reads.listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => partsOf(projectId, row)), next }
    },
    onWrite: (listener) => listeners.add(listener),
  }
}

function jsonRows({ bytes, ids, ends, ...page }: CallJsonPage): ReadPage<CallJson> {
  const startOf = (at: number) => (at === 0 ? 0 : (ends[at - 1] ?? 0) + 1)
  const lineAt = (at: number) => bytes.subarray(startOf(at), (ends[at] ?? 0) + 1)
  return { ...page, rows: ids.map((id, at) => new CallJson(id, lineAt(at))) }
}

function fromRow(projectId: string, row: CallRow): StoredCall {
  return {
    ...row,
    project_id: projectId,
    is_span: row.is_span === 1,
    failed: row.failed === 1,
    descendant_failed: row.descendant_failed === 1,
    attributes: asText(row.attributes),
    otel_dump: asText(row.otel_dump),
    inputs: asText(row.inputs),
    output: asText(row.output),
    summary: asText(row.summary),
  }
}

const asText = (text: string | null) => (text === null ? null : new JsonText(text))
