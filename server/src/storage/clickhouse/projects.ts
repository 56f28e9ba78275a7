import { batchesOf } from '../../batches.ts'
import { newInternalId } from '../../domain/projects/internal-id.ts'
import type { Retention } from '../../domain/projects/retention.ts'
import type { RedactionRule } from '../../domain/redaction/rule.ts'
import { sortedBy } from '../../query/build.ts'
import { joined, sql, trusted } from '../../query/fragment.ts'
import { MICROS_PER_DAY } from '../../time.ts'
import type { CallStore } from '../port/calls.ts'
import type {
  CallSizes,
  ListedProject,
  Project,
  ProjectActivity,
  ProjectSizes,
  ProjectStore,
} from '../port/projects.ts'
import { textList } from './literals.ts'
import type { ProjectSetting } from './project-names.ts'
import type { Access } from './rows/access.ts'
import { listRows } from './rows/listing.ts'

/** A project with its settings. */
interface ProjectRow {
  readonly project_id: string
  readonly settings: readonly (readonly [ProjectSetting['setting'], string])[]
}

/** Whose activity is read at the same time: each takes several reads, and other requests need some, too. */
const PROJECTS_AT_A_TIME = 16

type RemovalState = Omit<Retention, 'days'>

const FOREVER: Retention = { days: null, checked_at: null, held: null }

export function clickhouseProjects(
  access: Access,
  calls: Pick<CallStore, 'count' | 'find' | 'read'>,
): ProjectStore {
  const { clickhouse, projects } = access
  const settings = (where = sql`true`) =>
    sql`(select project_id, groupArray((setting, value)) as settings from projects final where ${where} group by project_id)`
  const read = (where = sql`true`) =>
    clickhouse.query<ProjectRow>(sql`select project_id, settings from ${settings(where)} order by project_id`)
  const named = (ids: readonly string[]) =>
    ids.length === 0 ? [] : read(sql`project_id in ${textList(ids)}`)

  async function activityOf(projectId: string, countAtMost: number): Promise<ProjectActivity> {
    const search = { project_id: projectId, filter: {}, sort: [] }
    const [root_call_count, newest] = await Promise.all([
      calls.count({ ...search, filter: { trace_roots_only: true } }, countAtMost),
      calls.find({ ...search, sort: [NEWEST_FIRST], limit: 1 }),
    ])
    const [call] = await calls.read(projectId, newest, [])
    return { project_id: projectId, root_call_count, last_activity: call?.started_at ?? null }
  }

  return {
    find: async (projectIds) => (await named(projectIds)).map(asProject),
    list: async () => (await read()).map(asProject),
    async activity(projectIds, countAtMost) {
      const found: ProjectActivity[] = []
      for (const batch of batchesOf(await named(projectIds), PROJECTS_AT_A_TIME))
        found.push(...(await Promise.all(batch.map(({ project_id }) => activityOf(project_id, countAtMost)))))
      return found
    },
    async sizes(projectId) {
      const [sizes] = await clickhouse.query<ProjectSizes>(projectSizes(projectId), { kind: 'scan' })
      return sizes ?? NO_SIZES
    },
    callSizes: (projectId, atMost) => callSizes(access, projectId, atMost),
    async retention(projectId) {
      const [row] = await named([projectId])
      return row ? asRetention(row) : FOREVER
    },
    setRetentionDays: (project_id, days, checked_at) =>
      projects.set([
        { project_id, setting: 'retention_days', value: JSON.stringify(days) },
        removalState(project_id, { checked_at, held: null }),
      ]),
    setRemovalState: (projectId, state) => projects.set([removalState(projectId, state)]),
    async heldRemovals() {
      const rows = await read(sql`setting = 'removal_state'`)
      return rows.filter((row) => asRetention(row).held !== null).length
    },
    async redactionRules(projectId) {
      const [row] = await named([projectId])
      return row ? asRules(row) : []
    },
    setRedactionRules: (project_id, rules) =>
      projects.set([{ project_id, setting: 'redaction_rules', value: JSON.stringify(rules) }]),
    put: ({ project_id, internal_id }) =>
      projects.set([{ project_id, setting: 'internal_id', value: internal_id }]),
    async listAll(cursor, limits) {
      const source = {
        columns: ['project_id', 'settings'],
        from: settings(),
        where: sql`true`,
        key: ['project_id'],
      }
      const { rows, next } = await listRows<ProjectRow>(clickhouse, source, cursor, limits)
      return { rows: rows.map(asListed), next }
    },
  }
}

const NEWEST_FIRST = sortedBy('started_at', 'instant', 'desc')

function removalState(project_id: string, { checked_at, held }: RemovalState): ProjectSetting {
  return { project_id, setting: 'removal_state', value: JSON.stringify({ checked_at, held }) }
}

function asProject({ project_id, settings }: ProjectRow): Project {
  const internalId = new Map(settings).get('internal_id')
  return { project_id, internal_id: internalId ?? newInternalId(project_id) }
}

function asRules({ settings }: ProjectRow): RedactionRule[] {
  return JSON.parse(new Map(settings).get('redaction_rules') ?? '[]')
}

const asListed = (row: ProjectRow): ListedProject => ({
  ...asProject(row),
  retention: asRetention(row),
  redaction_rules: asRules(row),
})

function asRetention({ settings }: ProjectRow): Retention {
  const values = new Map(settings)
  const days: Retention['days'] = JSON.parse(values.get('retention_days') ?? 'null')
  const state: RemovalState = JSON.parse(values.get('removal_state') ?? '{"checked_at":null,"held":null}')
  return { days, ...state }
}

const NO_SIZES: ProjectSizes = { calls: 0, objects: 0, tables: 0, files: 0, agent_spans: 0 }

function projectSizes(projectId: string) {
  const sum = (table: string, name: string, restriction = sql`true`) =>
    sql`(select sum(size_bytes) from ${trusted(`${table} final`)}
      where project_id = ${projectId} and ${restriction}) as ${trusted(name)}`
  const isKept = sql`id not in (select id from call_parts where project_id = ${projectId} and part = 'delete')`
  const sums = [
    // Calls without a start take space, too.
    sum('call_parts', 'calls', isKept),
    sum('object_values', 'objects'),
    sum('table_rows', 'tables'),
    sum('files', 'files'),
    sum('agent_spans', 'agent_spans'),
  ]
  return sql`select ${joined(sums, ', ')}`
}

async function callSizes({ clickhouse }: Access, projectId: string, atMost: number): Promise<CallSizes> {
  const visible = sql`(
    select argMaxIf(op, version, part = 'start') as op_, argMaxIf(started_at, version, part = 'start') as started_at_,
      sum(size_bytes) as bytes_
    from call_parts final where project_id = ${projectId} group by id
    having countIf(part = 'start') > 0 and countIf(part = 'delete') = 0)`
  const top = <Group>(group: string, order: string) =>
    clickhouse.query<Group>(
      sql`select ${trusted(group)}, count() as calls, sum(bytes_) as bytes from ${visible}
        group by 1 order by ${trusted(order)} limit ${BigInt(atMost)}`,
      { kind: 'scan' },
    )
  const [ops, days] = await Promise.all([
    top<CallSizes['ops'][number]>('op_ as op', 'bytes desc, op'),
    top<CallSizes['days'][number]>(`floor(started_at_ / ${MICROS_PER_DAY}) as day`, 'day desc'),
  ])
  // The earliest day starts before the earliest instant that an integer of ClickHouse holds.
  return { ops, days: days.map(({ day, ...size }) => ({ day: day * MICROS_PER_DAY, ...size })) }
}
