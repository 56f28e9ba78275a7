import type { JsonText } from '../../json/text.ts'
import type { ObjectStore, VersionKey } from '../../storage/port/objects.ts'

/** Values read in one portion: they may be large. */
const PORTION = 100

/** Reads the values of these versions, to be asked for one by one; unknown ones have none. */
export async function readValues(
  objects: ObjectStore,
  projectId: string,
  keys: readonly VersionKey[],
): Promise<(key: VersionKey) => JsonText | undefined> {
  const values = new Map<string, JsonText>()
  for (let at = 0; at < keys.length; at += PORTION) {
    const portion = keys.slice(at, at + PORTION).map(({ object_id, digest }) => ({ object_id, digest }))
    for (const [key, val] of await objects.values(projectId, portion)) values.set(key, val)
  }
  return ({ object_id, digest }) => values.get(`${object_id}:${digest}`)
}
