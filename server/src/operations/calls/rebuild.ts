import { endUserOf } from '../../domain/calls/end-user.ts'
import { newSummary } from '../../domain/calls/summary.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import type { Storage } from '../../storage/port.ts'
import { writeParts } from './describe.ts'

const PAGE = { rowsMax: 1_000, bytesMax: 16 * 1024 ** 2 }

/**
 * Recomputes the derived fields of all calls, and returns their number. Calls are rewritten unchanged, so it may be
 * stopped at any time and restarted. Nothing else may write meanwhile: a write between reading and rewriting a call
 * would be lost.
 */
export async function rebuildCalls(storage: Storage, onProgress: (calls: number) => void): Promise<number> {
  let done = 0
  for await (const projectId of projectIds(storage)) {
    let cursor: string | undefined
    do {
      const { rows, next } = await storage.calls.listAll(projectId, cursor, PAGE)
      await writeParts(storage.calls, rows.flat().map(rederived))
      done += rows.length
      if (rows.length > 0) onProgress(done)
      cursor = next ?? undefined
    } while (cursor !== undefined)
  }
  return done
}

/** Fields derived by the domain; the others are derived as for a new part. */
function rederived(part: CallPart): CallPart {
  switch (part.part) {
    case 'start':
      return { ...part, start: { ...part.start, end_user: endUserOf(part.start) } }
    case 'end':
      return { ...part, end: { ...part.end, ...newSummary(part.end.summary, ['summary']) } }
    default:
      return part
  }
}

async function* projectIds({ projects }: Storage): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const { rows, next } = await projects.listAll(cursor, PAGE)
    for (const { project_id } of rows) yield project_id
    cursor = next ?? undefined
  } while (cursor !== undefined)
}
