/** Segments with neighbouring ids, about which much is read or added up together. */
const IDS_PER_GROUP = 64

export const groupOf = (segmentId: number): number => Math.floor(segmentId / IDS_PER_GROUP)

/** The lowest and the highest id that a segment of a group may have. */
export function idsOfGroup(group: number): readonly [first: number, last: number] {
  const first = group * IDS_PER_GROUP
  return [first, first + IDS_PER_GROUP - 1]
}
