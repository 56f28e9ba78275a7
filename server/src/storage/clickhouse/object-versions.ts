import { type Fragment, sql, trusted } from '../../query/fragment.ts'

/** Columns of `versionsOf`. */
export const VERSION_COLUMNS = [
  'project_id',
  'object_id',
  'digest',
  'kind',
  'base_object_class',
  'leaf_object_class',
  'wb_user_id',
  'created_at',
  'version_index',
  'is_latest',
  'deleted_at',
  'size_bytes',
  'tags',
  'aliases',
] as const

/**
 * The versions of the names that `names` selects, a condition on `object_id`, as a select in parentheses.
 *
 * Versions get no numbers when they are written, because processes could not agree on them: an index is the rank among the
 * publications. A version counts from its first publication after the last deletion before its last publication, and is
 * deleted by the first deletion after that one. Labels given before the last deletion are gone with it.
 */
export function versionsOf(projectId: string, names: Fragment): Fragment {
  return sql`(
    select v.project_id as project_id, v.object_id as object_id, v.digest as digest, v.kind as kind, base_object_class,
      leaf_object_class, wb_user_id, created_at, version_index, is_latest, deleted_at, size_bytes,
      ifNull(t.tags, []) as tags, ifNull(a.aliases, []) as aliases
    from ${ranked(projectId, names)} v
    left join ${labels(projectId, names, 'tag', 'tags')} t on t.object_id = v.object_id and t.digest = v.digest
    left join ${labels(projectId, names, 'alias', 'aliases')} a on a.object_id = v.object_id and a.digest = v.digest
  )`
}

/** The names of labels in use, of versions that were not deleted since. */
export function labelNames(projectId: string, label: 'tag' | 'alias'): Fragment {
  return sql`select distinct ${trusted(label)} as name ${liveLabels(projectId, sql`true`, label)} order by name`
}

function ranked(projectId: string, names: Fragment): Fragment {
  return sql`(
    select *,
      row_number() over (partition by object_id, kind order by first_at, digest) - 1 as version_index,
      deleted_at is null and row_number() over (
        partition by object_id, kind order by deleted_at is null desc, last_at = latest_at desc, first_at desc, digest desc
      ) = 1 as is_latest
    from (select *, max(last_at) over (partition by object_id, kind) as latest_at from ${versions(projectId, names)})
  )`
}

function versions(projectId: string, names: Fragment): Fragment {
  return sql`(
    select project_id, object_id, kind, digest, first_at, last_at, base_object_class, leaf_object_class, size_bytes,
      arrayMax(arrayFilter(at -> at < last_at, arrayPushBack(tupleElement(deletions, 1), 0))) as deleted_before,
      arraySort(arrayFilter(p -> tupleElement(p, 1) > deleted_before, publications))[1] as publication,
      arraySort(arrayFilter(d -> tupleElement(d, 1) > last_at, deletions)) as deletions_after,
      tupleElement(publication, 2) as created_at,
      tupleElement(publication, 3) as wb_user_id,
      if(empty(deletions_after), null, tupleElement(deletions_after[1], 2)) as deleted_at
    from (
      select project_id, object_id, kind, digest,
        minIf(version, event = 'publish') as first_at, maxIf(version, event = 'publish') as last_at,
        argMinIf(tuple(base_object_class), version, event = 'publish').1 as base_object_class,
        argMinIf(tuple(leaf_object_class), version, event = 'publish').1 as leaf_object_class,
        anyIf(size_bytes, event = 'publish') as size_bytes,
        groupArrayIf((version, created_at, wb_user_id), event = 'publish') as publications,
        groupArrayIf((version, deleted_at), event = 'delete') as deletions
      from object_events where project_id = ${projectId} and ${names}
      group by project_id, object_id, kind, digest having last_at > 0
    )
  )`
}

function labels(projectId: string, names: Fragment, label: 'tag' | 'alias', as: string): Fragment {
  return sql`(
    select object_id, digest, arraySort(groupArray(${trusted(label)})) as ${trusted(as)}
    ${liveLabels(projectId, names, label)} group by object_id, digest
  )`
}

function liveLabels(projectId: string, names: Fragment, label: 'tag' | 'alias'): Fragment {
  const table = trusted(label === 'tag' ? 'object_tags' : 'object_aliases')
  return sql`from (
      select object_id, digest, ${trusted(label)}, version from ${table} final where project_id = ${projectId} and ${names}
    ) l left join (
      select object_id as gone_id, digest as gone_digest, max(version) as gone_at from object_events
      where project_id = ${projectId} and ${names} and event = 'delete' group by object_id, digest
    ) g on g.gone_id = l.object_id and g.gone_digest = l.digest
    where l.version > ifNull(g.gone_at, 0)`
}
