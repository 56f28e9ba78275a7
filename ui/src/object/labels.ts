import type { ObjectRecord } from '@heddle/contract/objects'

/** A tag or an alias of an object, other than `latest`. */
export interface Label {
  readonly kind: 'tag' | 'alias'
  readonly name: string
  /** The version it is on: `v2`. */
  readonly version: string
  readonly isLatest: boolean
}

export interface LabelledObject extends ObjectRecord {
  readonly labels: readonly Label[]
}

/** Adds the labels of all versions to objects: aliases first, newest version first. */
export function withLabels(
  objects: readonly ObjectRecord[],
  versions: readonly ObjectRecord[],
): LabelledObject[] {
  const newestFirst = versions.toSorted((a, b) => b.version_index - a.version_index)
  return objects.map((object) => {
    const own = newestFirst.filter(
      ({ object_id, kind }) => object_id === object.object_id && kind === object.kind,
    )
    const labels = [
      ...own.flatMap((version) => labelsOf(version, 'alias')),
      ...own.flatMap((version) => labelsOf(version, 'tag')),
    ]
    return { ...object, labels }
  })
}

function labelsOf(version: ObjectRecord, kind: Label['kind']): Label[] {
  const names = (kind === 'tag' ? version.tags : version.aliases) ?? []
  return names
    .filter((name) => kind === 'tag' || name !== 'latest')
    .map((name) => ({ kind, name, version: `v${version.version_index}`, isLatest: version.is_latest === 1 }))
}
