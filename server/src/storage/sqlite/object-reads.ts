import type { StoredVersion } from '../../domain/objects/object.ts'
import type { CollectionField } from '../../query/expression.ts'
import { sql as fragment, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan } from '../../query/select.ts'
import { type ObjectSearch, type VersionKey, versionKey } from '../port/objects.ts'
import { objectSelect } from '../port/selects.ts'
import type { Database } from './database/driver.ts'
import type { projectFinder } from './queries/names.ts'
import { tableOf } from './queries/record-table.ts'
import { rowsWithin } from './queries/rows-within.ts'

/** A version as SQLite returns it. */
type VersionRow = Omit<StoredVersion, 'project_id' | 'is_latest' | 'tags' | 'aliases'> & {
  readonly is_latest: number
  readonly tags: string
  readonly aliases: string
}

const COLUMNS = `v.object_id, v.digest, v.kind, v.base_object_class, v.leaf_object_class, v.wb_user_id, v.created_at,
    v.version_index, v.is_latest, v.deleted_at, v.size_bytes,
    (select json_group_array(t.tag order by t.tag) from object_tags t
      where t.project = v.project and t.object_id = v.object_id and t.digest = v.digest) as tags,
    (select json_group_array(a.alias order by a.alias) from object_aliases a
      where a.project = v.project and a.object_id = v.object_id and a.digest = v.digest) as aliases`

const SELECT = `select ${COLUMNS} from object_versions v`

/** The reads of the object store, run in a reader thread. */
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
      const { sql, params } = compileSelect(objectSelect(search), versionPlan(project))
      const rows = rowsWithin<VersionRow>(db.prepare(sql), params, bytesMax)
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
      ).map((row) => [versionKey(row), row.val])
    },

    tags: (projectId: string): string[] => namesOf(findProject(projectId), allTags),
    aliases: (projectId: string): string[] => namesOf(findProject(projectId), allAliases),
  }
}

export type ObjectReads = ReturnType<typeof objectReads>

/** `object_versions` as `v`. Name and kind come last, so that pages neither overlap nor leave gaps. */
function versionPlan(project: number): Plan {
  return {
    table: tableOf({ column: (name) => trusted(`v.${name}`), elements: labels }),
    columns: trusted(COLUMNS),
    from: () => trusted('object_versions v'),
    where: [fragment`v.project = ${BigInt(project)}`],
    order: [trusted('v.object_id'), trusted('v.kind')],
  }
}

function labels({ name }: CollectionField) {
  const [table, item] = name === 'tags' ? ['object_tags', 'tag'] : ['object_aliases', 'alias']
  const ofVersion = 't.project = v.project and t.object_id = v.object_id and t.digest = v.digest'
  return { from: trusted(`${table} t where ${ofVersion}`), item: trusted(`t.${item}`) }
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
