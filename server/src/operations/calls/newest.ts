import type { StoredCall, WideColumn } from '../../domain/call.ts'
import type { Context } from '../operation.ts'
import { readInPortions } from './traces.ts'

/** As many as can be looked through while a person types. */
const CALLS_MAX = 1_000
const BYTES_MAX = 8 * 1024 ** 2
const PORTION_BYTES = 512 * 1024

const BY_START = {
  field: { kind: 'column', name: 'started_at', type: 'instant' },
  direction: 'desc',
} as const

/** The newest calls of a project, newest first, without anything wide. */
export async function newestCalls({ storage }: Context, project_id: string): Promise<StoredCall[]> {
  const ids = await storage.calls.find({ project_id, filter: {}, sort: [BY_START], limit: CALLS_MAX })
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
    bytes += size_bytes
    if (bytes > BYTES_MAX) break
    portion.push(id)
    portionBytes += size_bytes
    if (portionBytes < PORTION_BYTES) continue
    yield await storage.calls.read(project_id, portion, columns)
    portion = []
    portionBytes = 0
  }
  if (portion.length > 0) yield await storage.calls.read(project_id, portion, columns)
}
