import type { ObjectRecord } from '@heddle/contract/objects'
import { classOf, groupOf, OBJECT_GROUPS, type ObjectGroup } from '../../object/class.ts'

export type Shown = ObjectGroup | 'all'

/** The objects of a group whose name, class, tags or aliases have the words. */
export function searched(objects: readonly ObjectRecord[], shown: Shown, words: string): ObjectRecord[] {
  const sought = words.trim().toLowerCase()
  return objects.filter((object) => {
    const texts = [object.object_id, classOf(object), ...(object.tags ?? []), ...(object.aliases ?? [])]
    const isThere = texts.some((text) => text.toLowerCase().includes(sought))
    return isThere && (shown === 'all' || groupOf(object) === shown)
  })
}

/** The groups that have objects, with how many. */
export function groupCounts(objects: readonly ObjectRecord[]) {
  return OBJECT_GROUPS.map((each) => ({
    ...each,
    count: objects.filter((object) => groupOf(object) === each.group).length,
  })).filter(({ count }) => count > 0)
}
