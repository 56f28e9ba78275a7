import type { ObjectVersion, StoredVersion } from '../../domain/objects/object.ts'
import type { JsonText } from '../../json/text.ts'
import type { Page } from '../../query/expression.ts'
import type { Micros } from '../../time.ts'
import type { ListAll } from './pages.ts'

/** An absent list does not filter; an empty one matches nothing. */
export interface ObjectSearch extends Page {
  readonly project_id: string
  readonly object_ids?: readonly string[]
  readonly digests?: readonly string[]
  readonly kind?: 'op' | 'object'
  readonly base_object_classes?: readonly string[]
  readonly exclude_base_object_classes?: readonly string[]
  readonly leaf_object_classes?: readonly string[]
  readonly latest_only?: boolean
  readonly tags?: readonly string[]
  /** `latest` among them stands for the latest version. */
  readonly aliases?: readonly string[]
  /** Ties are broken by created_at, version_index, name and kind. */
  readonly sort: readonly { readonly field: 'object_id' | 'created_at'; readonly direction: 'asc' | 'desc' }[]
}

/** Names a version of an object; op or object, whichever has it. */
export interface VersionKey {
  readonly object_id: string
  readonly digest: string
}

/** The key of a version in maps of values. */
export const versionKey = ({ object_id, digest }: VersionKey): string => `${object_id}:${digest}`

/** A version with its value, deleted or not. */
export interface ListedVersion extends StoredVersion {
  readonly val: JsonText
}

/**
 * Versions of named objects. A version is (project, kind, object_id, digest); its version_index is its rank by first
 * publication among all versions, deleted ones included. The latest version is the one published last; when that one is
 * deleted, the live version with the latest first publication.
 *
 * Publications are ordered by acceptance: exactly within one process, by clock across processes.
 * So a version_index never changes once every publication accepted before it is visible. Until then, versions that two
 * processes publish at the same time may swap places; no reader ever finds one index twice.
 */
export interface ObjectStore {
  /**
   * Publishes a version as the latest. Known content keeps its index and created_at;
   * a deleted version is restored with its old index and the new created_at.
   */
  publish(version: ObjectVersion): Promise<void>

  /** The matching live versions, in order. Throws `too_large` rather than read more than `bytesMax` of them. */
  find(search: ObjectSearch, bytesMax?: number): Promise<StoredVersion[]>

  /** All versions of one name, deleted ones included, by kind and index. */
  versions(projectId: string, objectId: string): Promise<StoredVersion[]>

  /**
   * The values of these versions, deleted ones included, keyed by `versionKey`. Throws `too_large` rather than
   * read more than `bytesMax` of values.
   */
  values(
    projectId: string,
    keys: readonly VersionKey[],
    bytesMax?: number,
  ): Promise<ReadonlyMap<string, JsonText>>

  /** Deletes versions, with their tags and aliases. Unknown or deleted ones are not an error. */
  delete(projectId: string, objectId: string, digests: readonly string[], deletedAt: Micros): Promise<void>

  addTags(projectId: string, key: VersionKey, tags: readonly string[]): Promise<void>
  removeTags(projectId: string, key: VersionKey, tags: readonly string[]): Promise<void>

  /** Points the aliases at the version, moving existing ones. */
  setAliases(projectId: string, key: VersionKey, aliases: readonly string[]): Promise<void>
  removeAliases(projectId: string, objectId: string, aliases: readonly string[]): Promise<void>

  /** Every tag in use in the project, sorted. */
  tags(projectId: string): Promise<string[]>

  /** Every alias in use in the project, sorted, without `latest`. */
  aliases(projectId: string): Promise<string[]>

  /**
   * Every version, by name, kind and index. Publishing the versions of a name in this order, deleting those with a
   * `deleted_at`, and publishing the latest once more gives the same indexes and the same latest version.
   */
  readonly listAll: ListAll<ListedVersion>
}
