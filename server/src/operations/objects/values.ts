import type { StoredVersion } from '../../domain/objects/object.ts'
import type { JsonText } from '../../json/text.ts'
import { type ObjectStore, type VersionKey, versionKey } from '../../storage/port/objects.ts'
import type { Context } from '../operation.ts'

type ValueOf = (key: VersionKey) => JsonText | undefined

/** Reads the values of these versions and returns a lookup; unknown versions have none. */
export async function readValues(
  objects: ObjectStore,
  projectId: string,
  keys: readonly VersionKey[],
  bytesMax?: number,
): Promise<ValueOf> {
  if (keys.length === 0) return () => undefined
  return valuesIn(await objects.values(projectId, keys.map(keyOf), bytesMax))
}

/** The same for a response in one JSON document: a single value may have any size, several are limited in total. */
export async function gatherValues(
  { storage: { objects }, reply }: Context,
  projectId: string,
  versions: readonly StoredVersion[],
): Promise<ValueOf> {
  const [first, ...others] = versions
  if (first && others.length === 0) {
    await reply.hold(first.size_bytes)
    return readValues(objects, projectId, versions)
  }
  if (!first) return () => undefined
  return valuesIn(await reply.read((bytesMax) => objects.values(projectId, versions.map(keyOf), bytesMax)))
}

const keyOf = ({ object_id, digest }: VersionKey): VersionKey => ({ object_id, digest })

const valuesIn =
  (values: ReadonlyMap<string, JsonText>): ValueOf =>
  (key) =>
    values.get(versionKey(key))
