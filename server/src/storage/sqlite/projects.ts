import type { Project, ProjectSizes, ProjectStore } from '../port/projects.ts'
import type { Database } from './driver.ts'
import type { projectFinder } from './names.ts'
import type { Remote } from './protocol.ts'

export function sqliteProjects(reads: Remote<ProjectReads>, scans: Remote<ProjectReads>): ProjectStore {
  return {
    find: (projectIds) => reads.find(projectIds),
    list: () => reads.list(),
    sizes: (projectId) => scans.sizes(projectId),
  }
}

export function projectReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  return {
    find(projectIds: readonly string[]): Project[] {
      return projectIds.flatMap((project_id) => {
        const number = findProject(project_id)
        return number === undefined ? [] : [asProject(project_id, number)]
      })
    },

    list(): Project[] {
      return db
        .prepare('select id, name from projects order by name')
        .all<{ id: number; name: string }>()
        .map(({ id, name }) => asProject(name, id))
    },

    sizes(projectId: string): ProjectSizes {
      const project = findProject(projectId)
      if (project === undefined) return { calls: 0, objects: 0, tables: 0, files: 0 }
      const sum = (column: string, table: string) =>
        Number(
          db.prepare(`select coalesce(sum(${column}), 0) as n from ${table} where project = ?`).get(project)
            ?.n,
        )
      return {
        calls: sum('start_bytes + end_bytes', 'calls'),
        objects: sum('size_bytes', 'object_versions'),
        tables: sum('octet_length(val)', 'table_rows'),
        files: sum('size_bytes', 'files'),
      }
    },
  }
}

type ProjectReads = ReturnType<typeof projectReads>

const asProject = (project_id: string, number: number): Project => ({
  project_id,
  internal_id: Buffer.from(`ProjectInternalId:${number}`).toString('base64'),
})
