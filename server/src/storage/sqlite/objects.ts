import { JsonText } from '../../json/text.ts'
import type { ObjectStore } from '../port/objects.ts'
import type { ObjectReads } from './object-reads.ts'
import type { ObjectWrites } from './object-writes.ts'
import type { Remote } from './protocol.ts'

export function sqliteObjects(reads: Remote<ObjectReads>, writes: Remote<ObjectWrites>): ObjectStore {
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
  }
}
