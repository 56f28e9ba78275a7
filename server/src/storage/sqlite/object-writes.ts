import type { ObjectKind, ObjectVersion } from '../../domain/objects/object.ts'
import { formatRef } from '../../domain/objects/ref.ts'
import type { VersionKey } from '../port/objects.ts'
import type { Database } from './database/driver.ts'
import type { NameNumbers } from './queries/names.ts'

/** A version as sent to the writer thread. */
type VersionRow = Omit<ObjectVersion, 'val'> & { readonly val: string }

const KINDS: readonly ObjectKind[] = ['op', 'object']

/** The writes of the object store, run in the writer thread's transaction. */
export function objectWrites(db: Database, names: NameNumbers) {
  return { ...versionWrites(db, names), ...labelWrites(db, names) }
}

export type ObjectWrites = ReturnType<typeof objectWrites>

function versionWrites(db: Database, names: NameNumbers) {
  const upsert = versionUpsert(db)
  const { unsetLatest, chooseLatest } = latestKeeper(db)
  const markDeleted = db.prepare(`
    update object_versions set deleted_at = ?
    where project = ? and object_id = ? and deleted_at is null and digest in (select value from json_each(?))`)
  const labelWipes = ['object_tags', 'object_aliases'].map((table) =>
    db.prepare(`
      delete from ${table}
      where project = ? and object_id = ? and digest in (select value from json_each(?))`),
  )

  return {
    publish(version: VersionRow): void {
      const project = names.project(version.project_id)
      unsetLatest(project, version.object_id, version.kind)
      upsert(project, version)
    },
    delete(projectId: string, objectId: string, digests: readonly string[], deletedAt: number): void {
      const project = names.project(projectId)
      const list = JSON.stringify(digests)
      markDeleted.run(deletedAt, project, objectId, list)
      for (const wipe of labelWipes) wipe.run(project, objectId, list)
      for (const kind of KINDS) chooseLatest(project, objectId, kind)
    },
  }
}

/** Stores a version as the latest. A known version keeps its index, and unless deleted its creation time. */
function versionUpsert(db: Database) {
  const ranks = db.prepare(`
    select count(*) as version_index, coalesce(max(published), 0) + 1 as published from object_versions
    where project = ? and object_id = ? and kind = ?`)
  const upsert = db.prepare(`
    insert into object_versions (project, object_id, kind, digest, ref, version_index, published, is_latest,
      base_object_class, leaf_object_class, val, size_bytes, wb_user_id, created_at)
    values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
    on conflict (project, object_id, kind, digest) do update set
      published = excluded.published,
      is_latest = 1,
      wb_user_id = iif(deleted_at is null, wb_user_id, excluded.wb_user_id),
      created_at = iif(deleted_at is null, created_at, excluded.created_at),
      deleted_at = null`)

  return (project: number, version: VersionRow) => {
    const { object_id, kind, digest, val } = version
    // Versions are never removed, so their number is the next index.
    const next = ranks.get<{ version_index: number; published: number }>(project, object_id, kind)
    upsert.run(
      project,
      object_id,
      kind,
      digest,
      formatRef({ kind, project_id: version.project_id, name: object_id, version: digest, extra: [] }),
      next?.version_index ?? 0,
      next?.published ?? 1,
      version.base_object_class,
      version.leaf_object_class,
      val,
      Buffer.byteLength(val),
      version.wb_user_id,
      version.created_at,
    )
  }
}

/** Keeps is_latest true for at most one version of a name and kind. */
function latestKeeper(db: Database) {
  const ofName = 'project = ? and object_id = ? and kind = ?'
  const unset = db.prepare(`update object_versions set is_latest = 0 where ${ofName} and is_latest = 1`)
  const set = db.prepare(`
    update object_versions set is_latest = 1 where seq = (
      select seq from object_versions where ${ofName} and deleted_at is null
      order by published = (select max(published) from object_versions where ${ofName}) desc, version_index desc
      limit 1)`)

  return {
    unsetLatest(project: number, objectId: string, kind: ObjectKind): void {
      unset.run(project, objectId, kind)
    },
    /** The last published version, or if that is deleted, the newest live one. */
    chooseLatest(project: number, objectId: string, kind: ObjectKind): void {
      unset.run(project, objectId, kind)
      set.run(project, objectId, kind, project, objectId, kind)
    },
  }
}

function labelWrites(db: Database, names: NameNumbers) {
  const addTag = db.prepare(
    'insert or ignore into object_tags (project, object_id, digest, tag) values (?, ?, ?, ?)',
  )
  const removeTag = db.prepare(
    'delete from object_tags where project = ? and object_id = ? and digest = ? and tag = ?',
  )
  const setAlias = db.prepare(
    'insert or replace into object_aliases (project, object_id, alias, digest) values (?, ?, ?, ?)',
  )
  const removeAlias = db.prepare(
    'delete from object_aliases where project = ? and object_id = ? and alias = ?',
  )

  return {
    addTags(projectId: string, { object_id, digest }: VersionKey, tags: readonly string[]): void {
      const project = names.project(projectId)
      for (const tag of tags) addTag.run(project, object_id, digest, tag)
    },
    removeTags(projectId: string, { object_id, digest }: VersionKey, tags: readonly string[]): void {
      const project = names.project(projectId)
      for (const tag of tags) removeTag.run(project, object_id, digest, tag)
    },
    setAliases(projectId: string, { object_id, digest }: VersionKey, aliases: readonly string[]): void {
      const project = names.project(projectId)
      for (const alias of aliases) setAlias.run(project, object_id, alias, digest)
    },
    removeAliases(projectId: string, objectId: string, aliases: readonly string[]): void {
      const project = names.project(projectId)
      for (const alias of aliases) removeAlias.run(project, objectId, alias)
    },
  }
}
