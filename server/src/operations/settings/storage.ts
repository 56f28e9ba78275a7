import { measureStorage } from '@heddle/contract/settings'
import { forKeyHolders, operation } from '../operation.ts'
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
