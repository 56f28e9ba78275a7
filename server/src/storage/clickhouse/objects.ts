import type { ObjectKind, StoredVersion } from '../../domain/objects/object.ts'
import { JsonText } from '../../json/text.ts'
import type { Table } from '../../query/compile.ts'
import { joined, sql, trusted } from '../../query/fragment.ts'
import { compileSelect, type Plan } from '../../query/select.ts'
import { fitting } from '../port/fitting.ts'
import {
  type ListedVersion,
  type ObjectSearch,
  type ObjectStore,
  type VersionKey,
  versionKey,
} from '../port/objects.ts'
import { objectSelect } from '../port/selects.ts'
import { CLICKHOUSE } from './dialect.ts'
import { textList } from './literals.ts'
import { labelNames, VERSION_COLUMNS, versionsOf } from './object-versions.ts'
import type { Access } from './rows/access.ts'
import { listRows } from './rows/listing.ts'
import { openProjectRecords, within } from './rows/records.ts'
import { encodeRows } from './schema/encoders.ts'

type VersionRow = Omit<StoredVersion, 'is_latest'> & { readonly is_latest: number }
type Tag = VersionKey & { readonly project_id: string; readonly tag: string }
type Alias = VersionKey & { readonly project_id: string; readonly alias: string }

const KINDS: readonly ObjectKind[] = ['op', 'object']

export function clickhouseObjects(access: Access): ObjectStore {
  const { clickhouse, inserts, clock, projects } = access
  const tags = openProjectRecords<Tag>(access, 'object_tags', ['project_id', 'object_id', 'digest', 'tag'])
  const aliases = openProjectRecords<Alias>(access, 'object_aliases', [
    'project_id',
    'object_id',
    'digest',
    'alias',
  ])
  const namesOf = async (projectId: string, label: 'tag' | 'alias') => {
    const rows = await clickhouse.query<{ name: string }>(labelNames(projectId, label))
    return rows.map(({ name }) => name)
  }

  async function valuesOf(projectId: string, keys: readonly VersionKey[], bytesMax?: number) {
    if (keys.length === 0) return []
    const pairs = keys.map(({ object_id, digest }) => sql`(${object_id}, ${digest})`)
    return clickhouse.query<VersionKey & { readonly val: string }>(
      sql`select object_id, digest, any(val) as val from object_values
        where project_id = ${projectId} and (object_id, digest) in (${joined(pairs, ', ')}) group by object_id, digest`,
      { settings: within(bytesMax) },
    )
  }

  return {
    async publish({ val, wb_user_id, created_at, base_object_class, leaf_object_class, ...rest }) {
      const { project_id, object_id, kind, digest } = rest
      const key = { project_id, object_id, kind, digest }
      const value = encodeRows('object_values', [{ ...key, val: val.text }])
      const size_bytes = Buffer.byteLength(val.text)
      const details = { base_object_class, leaf_object_class, wb_user_id, created_at, size_bytes }
      await inserts.run(value.bytes, async (insert) => {
        await Promise.all([projects.add(insert, [project_id]), insert(value)])
        // Last, so that a reader who finds the version also finds its value.
        const event = { ...key, ...details, event: 'publish', version: clock.next() }
        await insert(encodeRows('object_events', [event]))
      })
    },
    async find(search, bytesMax) {
      const rows = await clickhouse.query<VersionRow>(
        compileSelect(objectSelect(search), versionPlan(search)),
        {
          settings: within(bytesMax),
        },
      )
      return rows.map(asVersion)
    },
    async versions(projectId, objectId) {
      const rows = await clickhouse.query<VersionRow>(
        sql`select ${COLUMNS} from ${versionsOf(projectId, sql`object_id = ${objectId}`)} order by kind, version_index`,
      )
      return rows.map(asVersion)
    },
    async values(projectId, keys, bytesMax) {
      const rows = await valuesOf(projectId, keys, bytesMax)
      return new Map(rows.map((row) => [versionKey(row), new JsonText(row.val)]))
    },
    async delete(project_id, object_id, digests, deleted_at) {
      // Of both kinds, since the caller does not know which one it is.
      const events = digests.flatMap((digest) =>
        KINDS.map((kind) => ({
          project_id,
          object_id,
          kind,
          digest,
          deleted_at,
          event: 'delete',
          version: clock.next(),
        })),
      )
      await projects.insert('object_events', [project_id], events)
    },
    addTags: (project_id, key, names) => tags.put(names.map((tag) => ({ project_id, ...key, tag }))),
    removeTags: (project_id, key, names) => tags.remove(names.map((tag) => ({ project_id, ...key, tag }))),
    setAliases: (project_id, key, names) =>
      aliases.put(names.map((alias) => ({ project_id, ...key, alias }))),
    removeAliases: (project_id, object_id, names) =>
      aliases.remove(names.map((alias) => ({ project_id, object_id, alias }))),
    tags: (projectId) => namesOf(projectId, 'tag'),
    aliases: (projectId) => namesOf(projectId, 'alias'),
    async listAll(projectId, cursor, limits) {
      const source = {
        columns: VERSION_COLUMNS,
        from: versionsOf(projectId, sql`true`),
        where: sql`true`,
        key: ['object_id', 'kind', 'version_index'],
      }
      const page = await listRows<VersionRow>(clickhouse, source, cursor, limits)
      const sizes = page.rows.map(({ size_bytes }, at) => ({ at, bytes: size_bytes }))
      const { taken } = fitting(sizes, page.rows.length, limits.bytesMax)
      const rows = page.rows.slice(0, Math.max(1, taken))
      const values = new Map((await valuesOf(projectId, rows)).map((row) => [versionKey(row), row.val]))
      const listed = rows.map(
        (row): ListedVersion => ({
          ...asVersion(row),
          val: new JsonText(values.get(versionKey(row)) ?? 'null'),
        }),
      )
      const last = rows.at(-1)
      const next = last && JSON.stringify([last.object_id, last.kind, last.version_index])
      return { rows: listed, next: rows.length < page.rows.length ? (next ?? null) : page.next }
    },
  }
}

const COLUMNS = trusted(VERSION_COLUMNS.join(', '))

function versionPlan({ project_id, object_ids }: ObjectSearch): Plan {
  // Ranks are among all versions of a name, so only names may be left out beforehand.
  const names = object_ids
    ? object_ids.length === 0
      ? sql`false`
      : sql`object_id in ${textList(object_ids)}`
    : sql`true`
  return {
    table: VERSION_TABLE,
    columns: COLUMNS,
    from: () => versionsOf(project_id, names),
    where: [sql`true`],
    order: [trusted('object_id'), trusted('kind')],
  }
}

const VERSION_TABLE: Table = {
  dialect: CLICKHOUSE,
  stored: (field) => trusted(field.kind === 'column' ? field.name : field.column),
  document: () => trusted('null'),
  count: (field) => trusted(`length(${field.name})`),
  some: (field, test) =>
    sql`arrayExists(item -> item <> '' and ${test(trusted('item'))}, ${trusted(field.kind === 'collection' ? field.name : '[]')})`,
}

const asVersion = ({ is_latest, ...row }: VersionRow): StoredVersion => ({
  ...row,
  is_latest: is_latest === 1,
})
