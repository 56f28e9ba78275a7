import { formatInternalId } from '../../domain/projects/internal-id.ts'
import type { HeldRemoval, Retention } from '../../domain/projects/retention.ts'
import type { RedactionRule } from '../../domain/redaction/rule.ts'
import { MICROS_PER_DAY, type Micros } from '../../time.ts'
import type {
  CallSizes,
  ListedProject,
  Project,
  ProjectActivity,
  ProjectSizes,
  ProjectStore,
} from '../port/projects.ts'
import type { Database } from './database/driver.ts'
import { isWantedSql } from './database/functions.ts'
import { asIs, listAcrossProjects } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteProjects(
  reads: Remote<ProjectReads>,
  scans: Remote<ProjectReads>,
  writes: Remote<ProjectWrites>,
): ProjectStore {
  return {
    find: (projectIds) => reads.find(projectIds),
    list: () => reads.list(),
    activity: (projectIds, countAtMost) => reads.activity(projectIds, countAtMost),
    sizes: (projectId) => scans.sizes(projectId),
    callSizes: (projectId, atMost) => scans.callSizes(projectId, atMost),
    retention: (projectId) => reads.retention(projectId),
    setRetentionDays: (projectId, days, checkedAt) => writes.setRetentionDays(projectId, days, checkedAt),
    setRemovalState: (projectId, state) => writes.setRemovalState(projectId, state),
    heldRemovals: () => reads.heldRemovals(),
    redactionRules: (projectId) => reads.redactionRules(projectId),
    setRedactionRules: (projectId, rules) => writes.setRedactionRules(projectId, rules),
    put: (project) => writes.put(project),
    async listAll(cursor, limits) {
      const { rows, next } = await scans.listAll(cursor, limits)
      return { rows: rows.map(asListed), next }
    },
  }
}

export function projectReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  return {
    listAll: listAcrossProjects<ProjectRow>(db, PROJECTS, asIs),
    find(projectIds: readonly string[]): Project[] {
      const named = db.prepare(
        'select id, name, internal_id from projects where name in (select value from json_each(?))',
      )
      return named.all<ProjectNames>(JSON.stringify(projectIds)).map(asProject)
    },

    list(): Project[] {
      return db
        .prepare('select id, name, internal_id from projects order by name')
        .all<ProjectNames>()
        .map(asProject)
    },

    activity(projectIds: readonly string[], countAtMost: number): ProjectActivity[] {
      const newest = db.prepare(
        'select max(started_at) as at from calls indexed by calls_by_time where project = ? and started_at is not null',
      )
      const roots = db.prepare(`select count(*) as n from (select 1 from calls indexed by calls_by_root
        where project = ? and started_at is not null and parent_id is null limit ?)`)
      return projectIds.flatMap((project_id) => {
        const project = findProject(project_id)
        if (project === undefined) return []
        const root_call_count = Number(roots.get(project, countAtMost)?.n)
        return {
          project_id,
          root_call_count,
          last_activity: newest.get<{ at: number | null }>(project)?.at ?? null,
        }
      })
    },

    callSizes(projectId: string, atMost: number): CallSizes {
      const project = findProject(projectId)
      if (project === undefined) return { ops: [], days: [] }
      const size = 'count(*) as calls, sum(c.start_bytes + c.end_bytes) as bytes'
      const visible = `c.project = ? and c.started_at is not null and ${isWantedSql('c.rid')}`
      return {
        ops: db
          .prepare(
            `select heddle_trace_name(o.name) as op, sum(v.calls) as calls, sum(v.bytes) as bytes
              from (select c.op, ${size} from calls c where ${visible} group by c.op) v
              join op_names o on o.id = v.op group by 1 order by bytes desc, 1 limit ?`,
          )
          .all<CallSizes['ops'][number]>(project, atMost),
        days: db
          .prepare(
            `select cast(floor(c.started_at / ${MICROS_PER_DAY}.0) as integer) as day, ${size} from calls c
              where ${visible} group by 1 order by 1 desc limit ?`,
          )
          .all<CallSizes['days'][number]>(project, atMost)
          // The earliest day starts before the earliest instant that SQLite can return.
          .map(({ day, ...measured }) => ({ day: day * MICROS_PER_DAY, ...measured })),
      }
    },

    sizes(projectId: string): ProjectSizes {
      const project = findProject(projectId)
      if (project === undefined) return { calls: 0, objects: 0, tables: 0, files: 0, agent_spans: 0 }
      const sum = (column: string, table: string) => {
        const where = `project = ? and ${isWantedSql('rowid')}`
        const sql = `select coalesce(sum(${column}), 0) as n from ${table} where ${where}`
        return Number(db.prepare(sql).get(project)?.n)
      }
      return {
        calls: sum('start_bytes + end_bytes', 'calls'),
        objects: sum('size_bytes', 'object_versions'),
        tables: sum('octet_length(val)', 'table_rows'),
        files: sum('size_bytes', 'files'),
        agent_spans: sum('octet_length(raw_span_dump)', 'agent_spans'),
      }
    },

    retention(projectId: string): Retention {
      const row = db
        .prepare(`select ${RETENTION_COLUMNS} from projects where name = ?`)
        .get<RetentionRow>(projectId)
      return row === undefined ? { days: null, checked_at: null, held: null } : asRetention(row)
    },

    redactionRules(projectId: string): RedactionRule[] {
      const row = db
        .prepare('select redaction_rules from projects where name = ?')
        .get<Pick<ProjectRow, 'redaction_rules'>>(projectId)
      return asRules(row?.redaction_rules ?? null)
    },

    heldRemovals(): number {
      return Number(db.prepare('select count(retention_held_at) as n from projects').get()?.n)
    },
  }
}

const RETENTION_COLUMNS = `retention_days as days, retention_checked_at as checked_at, retention_held_at as held_at,
  retention_held_calls as calls, retention_held_agent_spans as agent_spans`

const PROJECTS = {
  columns: `id, name, internal_id, redaction_rules, ${RETENTION_COLUMNS}`,
  from: 'projects',
  key: ['name'],
}

type ProjectRow = ProjectNames & RetentionRow & { readonly redaction_rules: string | null }

interface ProjectNames {
  readonly id: number
  readonly name: string
  readonly internal_id: string | null
}

type RetentionRow = Omit<Retention, 'held'> &
  Omit<HeldRemoval, 'held_at'> & { readonly held_at: number | null }

type ProjectReads = ReturnType<typeof projectReads>

export function projectWrites(db: Database, names: NameNumbers) {
  const setInternalId = db.prepare('update projects set internal_id = ? where id = ?')
  const setDays = db.prepare('update projects set retention_days = ? where id = ?')
  const setRules = db.prepare('update projects set redaction_rules = ? where id = ?')
  const setState = db.prepare(`update projects set retention_checked_at = ?, retention_held_at = ?,
    retention_held_calls = ?, retention_held_agent_spans = ? where id = ?`)
  const setRemovalState = (projectId: string, { checked_at, held }: Omit<Retention, 'days'>): void => {
    const { held_at = null, calls = null, agent_spans = null } = held ?? {}
    setState.run(checked_at, held_at, calls, agent_spans, names.project(projectId))
  }

  return {
    setRetentionDays(projectId: string, days: number | null, checked_at: Micros): void {
      setDays.run(days, names.project(projectId))
      setRemovalState(projectId, { checked_at, held: null })
    },

    setRemovalState,

    setRedactionRules(projectId: string, rules: readonly RedactionRule[]): void {
      setRules.run(rules.length === 0 ? null : JSON.stringify(rules), names.project(projectId))
    },

    put({ project_id, internal_id }: Project): void {
      setInternalId.run(internal_id, names.project(project_id))
    },
  }
}

type ProjectWrites = ReturnType<typeof projectWrites>

const asProject = ({ id, name, internal_id }: ProjectNames): Project => ({
  project_id: name,
  internal_id: internal_id ?? formatInternalId(id),
})

const asRules = (rules: string | null): RedactionRule[] => JSON.parse(rules ?? '[]')

const asListed = (row: ProjectRow): ListedProject => ({
  ...asProject(row),
  retention: asRetention(row),
  redaction_rules: asRules(row.redaction_rules),
})

function asRetention({ days, checked_at, held_at, calls, agent_spans }: RetentionRow): Retention {
  return { days, checked_at, held: held_at === null ? null : { held_at, calls, agent_spans } }
}
