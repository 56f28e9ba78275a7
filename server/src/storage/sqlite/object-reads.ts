import type { StoredVersion } from '../../domain/objects/object.ts'
import { LATEST } from '../../domain/objects/tags.ts'
import type { ObjectSearch, VersionKey } from '../port/objects.ts'
import type { Database, SqlValue } from './driver.ts'
import type { projectFinder } from './names.ts'
import { rowsWithin } from './rows-within.ts'

/** A version as SQLite returns it. */
type VersionRow = Omit<StoredVersion, 'project_id' | 'is_latest' | 'tags' | 'aliases'> & {
  readonly is_latest: number
  readonly tags: string
  readonly aliases: string
}

const SELECT = `
  select v.object_id, v.digest, v.kind, v.base_object_class, v.leaf_object_class, v.wb_user_id, v.created_at,
    v.version_index, v.is_latest, v.deleted_at, v.size_bytes,
    (select json_group_array(t.tag order by t.tag) from object_tags t
      where t.project = v.project and t.object_id = v.object_id and t.digest = v.digest) as tags,
    (select json_group_array(a.alias order by a.alias) from object_aliases a
      where a.project = v.project and a.object_id = v.object_id and a.digest = v.digest) as aliases
  from object_versions v`

/** The reading half of the object store: runs in a reader thread. */
export function objectReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const byName = db.prepare(
    `${SELECT} where v.project = ? and v.object_id = ? order by v.kind, v.version_index`,
  )
  const valuesOf = db.prepare(`
    select v.object_id, v.digest, v.val from json_each(?) j
    cross join object_versions v on v.project = ? and v.object_id = j.value ->> 'object_id'
      and v.kind in ('op', 'object') and v.digest = j.value ->> 'digest'`)
  const allTags = db.prepare('select distinct tag as name from object_tags where project = ? order by tag')
  const allAliases = db.prepare(
    'select distinct alias as name from object_aliases where project = ? order by alias',
  )
  const namesOf = (project: number | undefined, statement: typeof allTags): string[] =>
    project === undefined ? [] : statement.all<{ name: string }>(project).map(({ name }) => name)

  return {
    find(search: ObjectSearch, bytesMax?: number): StoredVersion[] {
      const project = findProject(search.project_id)
      if (project === undefined) return []
      const { where, params } = filterSql(search)
      const sql = `${SELECT} where v.project = ? and ${where} order by ${orderSql(search.sort)} limit ? offset ?`
      const page = [search.limit ?? -1, search.offset ?? 0]
      const rows = rowsWithin<VersionRow>(db.prepare(sql), [project, ...params, ...page], bytesMax)
      return rows.map((row) => fromRow(search.project_id, row))
    },

    versions(projectId: string, objectId: string): StoredVersion[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      return byName.all<VersionRow>(project, objectId).map((row) => fromRow(projectId, row))
    },

    values(projectId: string, keys: readonly VersionKey[], bytesMax?: number): [key: string, val: string][] {
      const project = findProject(projectId)
      if (project === undefined) return []
      return rowsWithin<VersionKey & { val: string }>(
        valuesOf,
        [JSON.stringify(keys), project],
        bytesMax,
      ).map(({ object_id, digest, val }) => [`${object_id}:${digest}`, val])
    },

    tags: (projectId: string): string[] => namesOf(findProject(projectId), allTags),
    aliases: (projectId: string): string[] => namesOf(findProject(projectId), allAliases),
  }
}

export type ObjectReads = ReturnType<typeof objectReads>

function filterSql(search: ObjectSearch): { where: string; params: SqlValue[] } {
  const clauses = ['v.deleted_at is null']
  const params: SqlValue[] = []
  const add = (clause: string, list: readonly string[] | undefined) => {
    if (list === undefined) return
    clauses.push(clause.replace('LIST', '(select value from json_each(?))'))
    params.push(JSON.stringify(list))
  }
  add('v.object_id in LIST', search.object_ids)
  add('v.digest in LIST', search.digests)
  add('v.kind in LIST', search.kind && [search.kind])
  add('v.base_object_class in LIST', search.base_object_classes)
  add('coalesce(v.base_object_class not in LIST, true)', search.exclude_base_object_classes)
  add('v.leaf_object_class in LIST', search.leaf_object_classes)
  add(`exists (select 1 from object_tags t where ${SAME_VERSION} and t.tag in LIST)`, search.tags)
  add(aliasClause(search.aliases ?? []), search.aliases)
  if (search.latest_only) clauses.push('v.is_latest = 1')
  return { where: clauses.join(' and '), params }
}

const SAME_VERSION = 't.project = v.project and t.object_id = v.object_id and t.digest = v.digest'

/** `latest` is nowhere stored as an alias: it is a column. */
function aliasClause(aliases: readonly string[]): string {
  const stored = `exists (select 1 from object_aliases t where ${SAME_VERSION} and t.alias in LIST)`
  return aliases.includes(LATEST) ? `(v.is_latest = 1 or ${stored})` : stored
}

/** Name and kind come last, so that pages neither overlap nor leave gaps. */
function orderSql(sort: ObjectSearch['sort']): string {
  const terms = sort.map(({ field, direction }) => `v.${field} ${direction}`)
  return [...terms, 'v.created_at', 'v.version_index', 'v.object_id', 'v.kind'].join(', ')
}

function fromRow(projectId: string, row: VersionRow): StoredVersion {
  return {
    ...row,
    project_id: projectId,
    is_latest: row.is_latest === 1,
    tags: JSON.parse(row.tags),
    aliases: JSON.parse(row.aliases),
  }
}
