import { JsonText } from '../../json/text.ts'
import type { ListedVersion, ObjectStore } from '../port/objects.ts'
import type { Database } from './database/driver.ts'
import type { ObjectReads } from './object-reads.ts'
import type { ObjectWrites } from './object-writes.ts'
import { listInProject, tableSource } from './queries/listing.ts'
import type { projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteObjects(
  reads: Remote<ObjectReads & ObjectLists>,
  writes: Remote<ObjectWrites>,
): ObjectStore {
  return {
    publish: ({ val, ...version }) => writes.publish({ ...version, val: val.text }),
    find: (search, bytesMax) => reads.find(search, bytesMax),
    versions: (projectId, objectId) => reads.versions(projectId, objectId),
    async values(projectId, keys, bytesMax) {
      const texts = await reads.values(projectId, keys, bytesMax)
      return new Map(texts.map(([key, text]) => [key, new JsonText(text)]))
    },
    delete: (projectId, objectId, digests, deletedAt) =>
      writes.delete(projectId, objectId, digests, deletedAt),
    addTags: (projectId, key, tags) => writes.addTags(projectId, key, tags),
    removeTags: (projectId, key, tags) => writes.removeTags(projectId, key, tags),
    setAliases: (projectId, key, aliases) => writes.setAliases(projectId, key, aliases),
    removeAliases: (projectId, objectId, aliases) => writes.removeAliases(projectId, objectId, aliases),
    tags: (projectId) => reads.tags(projectId),
    aliases: (projectId) => reads.aliases(projectId),
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await reads.listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => listedVersion(projectId, row)), next }
    },
  }
}

type ListedRow = Omit<ListedVersion, 'project_id' | 'is_latest' | 'tags' | 'aliases' | 'val'> & {
  readonly is_latest: number
  readonly tags: string
  readonly aliases: string
  readonly val: string
}

/** Only the keys, because no index has this order and sorting whole rows would take memory. */
const KEY = ['object_id', 'kind', 'version_index']
const VERSION_KEYS = tableSource('object_versions', ['seq', ...KEY], ...KEY)

/** Lists versions with their values, deleted ones included. */
export function objectLists(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const version = db.prepare(`
    select v.object_id, v.digest, v.kind, v.base_object_class, v.leaf_object_class, v.wb_user_id, v.created_at,
      v.version_index, v.is_latest, v.deleted_at, v.size_bytes, v.val,
      (select json_group_array(t.tag order by t.tag) from object_tags t
        where t.project = v.project and t.object_id = v.object_id and t.digest = v.digest) as tags,
      (select json_group_array(a.alias order by a.alias) from object_aliases a
        where a.project = v.project and a.object_id = v.object_id and a.digest = v.digest) as aliases
    from object_versions v where v.seq = ?`)
  return {
    listAll: listInProject<{ seq: number }, ListedRow>(db, findProject, VERSION_KEYS, ({ seq }) =>
      version.get<ListedRow>(seq),
    ),
  }
}

type ObjectLists = ReturnType<typeof objectLists>

const listedVersion = (project_id: string, row: ListedRow): ListedVersion => ({
  ...row,
  project_id,
  is_latest: row.is_latest === 1,
  tags: JSON.parse(row.tags),
  aliases: JSON.parse(row.aliases),
  val: new JsonText(row.val),
})
