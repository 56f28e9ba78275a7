import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import type { Context } from '../operation.ts'
import { readInPortions } from './traces.ts'

/** As many as can be looked through while a person types. */
const CALLS_MAX = 1_000
/** Half of them begin a trace: a single long one would hide all others. */
const ROOTS_MAX = CALLS_MAX / 2
const BYTES_MAX = 8 * 1024 ** 2
const PORTION_BYTES = 512 * 1024

const BY_START = {
  field: { kind: 'column', name: 'started_at', type: 'instant' },
  direction: 'desc',
} as const

/** The newest roots of a project, then its newest calls, without anything wide. */
export async function newestCalls({ storage }: Context, project_id: string): Promise<StoredCall[]> {
  const search = { project_id, sort: [BY_START] }
  const [roots, all] = await Promise.all([
    storage.calls.find({ ...search, filter: { trace_roots_only: true }, limit: ROOTS_MAX }),
    storage.calls.find({ ...search, filter: {}, limit: CALLS_MAX }),
  ])
  const ids = [...new Set([...roots, ...all])].slice(0, CALLS_MAX)
  return readInPortions(storage.calls, project_id, ids)
}

/**
 * The same calls with wide columns, as long as they are not too many bytes in all. They come in small
 * portions, between which others get their turn.
 */
export async function* withColumns(
  { storage }: Context,
  project_id: string,
  calls: readonly StoredCall[],
  columns: readonly WideColumn[],
): AsyncGenerator<StoredCall[]> {
  let bytes = 0
  let portion: string[] = []
  let portionBytes = 0
  for (const { id, size_bytes } of calls) {
    // A call that is too large by itself does not keep others from being looked at.
    if (bytes + size_bytes > BYTES_MAX) continue
    bytes += size_bytes
    portion.push(id)
    portionBytes += size_bytes
    if (portionBytes < PORTION_BYTES) continue
    yield await storage.calls.read(project_id, portion, columns)
    portion = []
    portionBytes = 0
  }
  if (portion.length > 0) yield await storage.calls.read(project_id, portion, columns)
}
