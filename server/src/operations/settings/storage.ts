import { measureCallStorage, measureStorage } from '@heddle/contract/settings'
import { traceName } from '../../domain/call-status.ts'
import { formatDateTime } from '../../domain/time.ts'
import type { CallSizes } from '../../storage/port/projects.ts'
import { forKeyHolders, inProject, operation } from '../operation.ts'
import { readableProjects } from '../projects/readable.ts'

export const storageQuery = operation(measureStorage, forKeyHolders, async (_, context) => {
  const projects = []
  // One after the other: each walks a whole project.
  for (const project_id of await readableProjects(context)) {
    const { calls, objects, tables, files } = await context.storage.projects.sizes(project_id)
    projects.push({
      project_id,
      calls_bytes: calls,
      objects_bytes: objects,
      tables_bytes: tables,
      files_bytes: files,
      total_bytes: calls + objects + tables + files,
    })
  }
  return { projects: projects.sort((a, b) => b.total_bytes - a.total_bytes) }
})

/** Versions of an op are counted apart by the storage. */
const MEASURED_MAX = 1000
const TOLD_MAX = 100

export const callStorageQuery = operation(measureCallStorage, inProject('read'), async (request, context) => {
  const { ops, days } = await context.storage.projects.callSizes(request.project_id, MEASURED_MAX)
  return {
    ops: byName(ops).slice(0, TOLD_MAX),
    days: days.slice(0, TOLD_MAX).map(({ day, calls, bytes }) => ({
      day: formatDateTime(day).slice(0, '2025-03-01'.length),
      call_count: calls,
      bytes,
    })),
  }
})

function byName(ops: CallSizes['ops']) {
  const sizes = new Map<string, { call_count: number; bytes: number }>()
  for (const { op_name, calls, bytes } of ops) {
    const op = traceName(op_name)
    const known = sizes.get(op) ?? { call_count: 0, bytes: 0 }
    sizes.set(op, { call_count: known.call_count + calls, bytes: known.bytes + bytes })
  }
  return [...sizes].map(([op, size]) => ({ op, ...size })).sort((a, b) => b.bytes - a.bytes)
}
