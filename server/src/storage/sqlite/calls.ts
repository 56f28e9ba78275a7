import type { StoredCall } from '../../domain/call.ts'
import { JsonText } from '../../json/text.ts'
import type { CallStore } from '../port/calls.ts'
import { partRows } from './call-parts.ts'
import type { CallReads, CallRow } from './call-reads.ts'
import type { CallWrites } from './call-writes.ts'
import type { Remote } from './protocol.ts'

/** `scans` are reads that may walk a whole project; they run where they hold up nobody. */
export function sqliteCalls(
  reads: Remote<CallReads>,
  scans: Remote<CallReads>,
  writes: Remote<CallWrites>,
): CallStore {
  return {
    write: (parts) => writes.write(partRows(parts)),
    find: (search) => (search.condition || search.sort.length > 0 ? scans : reads).find(search),
    count: (search, atMost) => scans.count(search, atMost),
    size: (search) => scans.size(search),
    async read(projectId, ids, columns) {
      const rows = await reads.read(projectId, ids, columns)
      return rows.map((row) => fromRow(projectId, row))
    },
    async traceSizes(projectId, traceIds) {
      return new Map(await reads.traceSizes(projectId, traceIds))
    },
    usage: (projectId, ids) => reads.usage(projectId, ids),
    stats: (query) => scans.stats(query),
    threads: (search) => scans.threads(search),
  }
}

function fromRow(projectId: string, row: CallRow): StoredCall {
  return {
    ...row,
    project_id: projectId,
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
