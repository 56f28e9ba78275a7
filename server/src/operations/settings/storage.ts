import { measureCallStorage, measureStorage } from '@heddle/contract/settings'
import { formatDateTime, type Micros } from '../../time.ts'
import { forKeyHolders, inProject, operation } from '../operation.ts'
import { readableProjects } from '../projects/projects.ts'

export const storageOperations = [
  operation(measureStorage, forKeyHolders, async (_, context) => {
    const projects = []
    // Sequentially: each reads a whole project.
    for (const project_id of await readableProjects(context)) {
      const { calls, objects, tables, files, agent_spans } = await context.storage.projects.sizes(project_id)
      projects.push({
        project_id,
        calls_bytes: calls,
        objects_bytes: objects,
        tables_bytes: tables,
        files_bytes: files,
        agent_spans_bytes: agent_spans,
        total_bytes: calls + objects + tables + files + agent_spans,
      })
    }
    return { projects: projects.sort((a, b) => b.total_bytes - a.total_bytes) }
  }),

  operation(measureCallStorage, inProject('read'), async (request, context) => {
    const { ops, days } = await context.storage.projects.callSizes(request.project_id, TOLD_MAX)
    return {
      ops: ops.map(({ op, calls, bytes }) => ({ op, call_count: calls, bytes })),
      days: days.map(({ day, calls, bytes }) => ({ day: dateOf(day), call_count: calls, bytes })),
    }
  }),
]

const TOLD_MAX = 100

const dateOf = (day: Micros): string => formatDateTime(day).slice(0, '2025-03-01'.length)
