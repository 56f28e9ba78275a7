import { newInternalId } from '../../../domain/projects/internal-id.ts'
import type { Database } from '../database/driver.ts'

/** Above this many names the cache is cleared, so that hostile names cannot fill the memory. */
const NAMES_MAX = 50_000

/** The number of a project that has been written to, or undefined. */
export function projectFinder(db: Database): (projectId: string) => number | undefined {
  const select = db.prepare('select id from projects where name = ?')
  const known = new Map<string, number>()

  return (projectId) => {
    const cached = known.get(projectId)
    if (cached !== undefined) return cached
    const found = select.get<{ id: number }>(projectId)
    if (found) remember(known, projectId, found.id)
    return found?.id
  }
}

/** Numbers for the names that rows refer to, assigned on first use. Only for the writer. */
export interface NameNumbers {
  project(projectId: string): number
  op(project: number, name: string): number
  /** Clears numbers assigned by a transaction that was rolled back. */
  forget(): void
}

export function nameNumbers(db: Database): NameNumbers {
  const insertProject = db.prepare(
    'insert into projects (name, created_at, internal_id) values (?, ?, ?) returning id',
  )
  const selectProject = db.prepare('select id from projects where name = ?')
  const insertOp = db.prepare('insert into op_names (project, name) values (?, ?) returning id')
  const selectOp = db.prepare('select id from op_names where project = ? and name = ?')
  const projects = new Map<string, number>()
  const ops = new Map<string, number>()

  return {
    project(projectId) {
      const cached = projects.get(projectId)
      if (cached !== undefined) return cached
      const row =
        selectProject.get<{ id: number }>(projectId) ??
        insertProject.get<{ id: number }>(projectId, Date.now() * 1000, newInternalId(projectId))
      return remember(projects, projectId, numberOf(row))
    },
    op(project, name) {
      const key = `${project}\n${name}`
      const cached = ops.get(key)
      if (cached !== undefined) return cached
      const row = selectOp.get<{ id: number }>(project, name) ?? insertOp.get<{ id: number }>(project, name)
      return remember(ops, key, numberOf(row))
    },
    forget() {
      projects.clear()
      ops.clear()
    },
  }
}

function numberOf(row: { id: number } | undefined): number {
  if (!row) throw new Error('SQLite returned no row for an insert')
  return row.id
}

function remember(cache: Map<string, number>, name: string, id: number): number {
  if (cache.size >= NAMES_MAX) cache.clear()
  cache.set(name, id)
  return id
}
