import { ServiceError } from '../../errors.ts'
import { EMPTY_OBJECT, type JsonText } from '../../json/text.ts'
import { formatDateTime } from '../../time.ts'
import type { ObjectKind, StoredVersion } from './object.ts'
import { LATEST, VERSION_NUMBER } from './tags.ts'

const DELETIONS_MAX = 100

/**
 * Finds the version of an object by index (`v3`), digest, alias or `latest`, in this order. Throws `not_found` for a deleted one,
 * with the time of its deletion.
 */
export function resolveVersion(versions: readonly StoredVersion[], name: string): StoredVersion {
  return living(findNumbered(versions, name) ?? findAliased(versions, name), name)
}

/** The version with this digest. Unlike `resolveVersion`, accepts no other name. */
export function versionByDigest(versions: readonly StoredVersion[], digest: string): StoredVersion {
  return living(preferred(versions.filter((version) => version.digest === digest)), digest)
}

/** The versions to delete, each once; without names, all live ones. Throws if a name is unknown. */
export function resolveDeletions(
  versions: readonly StoredVersion[],
  names: readonly string[] = [],
): StoredVersion[] {
  if (names.length > DELETIONS_MAX) {
    throw new ServiceError('invalid_request', `digests has more than ${DELETIONS_MAX} elements`)
  }
  const chosen =
    names.length > 0
      ? names.map((name) => living(findNumbered(versions, name) ?? findLatest(versions, name), name))
      : versions.filter(isLive)
  if (chosen.length === 0) throw new ServiceError('not_found', 'the object has no versions')
  return [...new Set(chosen)]
}

/** A version in responses. */
export interface ObjectView {
  project_id: string
  object_id: string
  created_at: string
  deleted_at: null
  digest: string
  version_index: number
  is_latest: 0 | 1
  kind: ObjectKind
  base_object_class: string | null
  leaf_object_class: string | null
  val: JsonText
  wb_user_id: string
  size_bytes: number | null
  tags: string[] | null
  aliases: string[] | null
}

export interface ObjectViewOptions {
  readonly include_storage_size?: boolean
  readonly include_tags_and_aliases?: boolean
}

/** Without `val`, the view has `{}` instead. */
export function objectView(
  version: StoredVersion,
  val?: JsonText,
  options: ObjectViewOptions = {},
): ObjectView {
  const { size_bytes, tags, aliases, is_latest, created_at, ...rest } = version
  const allAliases = is_latest ? [...aliases, LATEST] : aliases
  return {
    ...rest,
    created_at: formatDateTime(created_at),
    deleted_at: null,
    is_latest: is_latest ? 1 : 0,
    val: val ?? EMPTY_OBJECT,
    size_bytes: options.include_storage_size ? size_bytes : null,
    tags: options.include_tags_and_aliases ? [...tags].sort() : null,
    aliases: options.include_tags_and_aliases ? [...allAliases].sort() : null,
  }
}

const isLive = (version: StoredVersion): boolean => version.deleted_at === null

/** Finds a version by index or digest, the two names that it keeps after its deletion. */
function findNumbered(versions: readonly StoredVersion[], name: string): StoredVersion | undefined {
  const index = VERSION_NUMBER.exec(name)?.[1]
  return preferred(
    versions.filter((version) =>
      index === undefined ? version.digest === name : version.version_index === Number(index),
    ),
  )
}

function findAliased(versions: readonly StoredVersion[], name: string): StoredVersion | undefined {
  return preferred(versions.filter((version) => version.aliases.includes(name))) ?? findLatest(versions, name)
}

function findLatest(versions: readonly StoredVersion[], name: string): StoredVersion | undefined {
  if (name !== LATEST) return undefined
  // Without live versions, returns a deleted one, so that the error has the time of its deletion.
  return preferred(versions.filter((version) => version.is_latest)) ?? preferred(versions)
}

/** An op and an object may share a name: prefers live versions, then newer ones. */
function preferred(candidates: readonly StoredVersion[]): StoredVersion | undefined {
  return candidates.reduce<StoredVersion | undefined>((best, candidate) => {
    if (!best) return candidate
    if (isLive(best) !== isLive(candidate)) return isLive(best) ? best : candidate
    return candidate.created_at > best.created_at ? candidate : best
  }, undefined)
}

function living(version: StoredVersion | undefined, name: string): StoredVersion {
  if (!version) throw new ServiceError('not_found', `no version ${JSON.stringify(name)} of the object`)
  if (version.deleted_at === null) return version
  const deleted_at = formatDateTime(version.deleted_at)
  throw new ServiceError('not_found', `${version.object_id}:${version.digest} was deleted`, { deleted_at })
}
