import type { ObjectRecord } from '@heddle/contract/objects'
import { objectPath, opPath } from '../navigation/paths.ts'
import { parseRef, type Ref } from '../navigation/ref.ts'

type Named = Pick<ObjectRecord, 'project_id' | 'kind' | 'object_id' | 'digest'>

export const refOf = ({ project_id, kind, object_id, digest }: Named): string =>
  `weave:///${project_id}/${kind}/${object_id}:${digest}`

/** Digest of a table ref; undefined for anything else. */
export function tableDigest(ref: unknown): string | undefined {
  const parsed = typeof ref === 'string' ? parseRef(ref) : undefined
  return parsed?.kind === 'table' ? parsed.name : undefined
}

export interface VersionName {
  readonly projectId: string
  readonly kind: 'object' | 'op'
  readonly name: string
  readonly digest: string
}

/** Path of the page of a version. */
export const versionPath = ({ projectId, kind, name, digest }: VersionName): string =>
  (kind === 'op' ? opPath : objectPath)(projectId, name, digest)

export interface FoundRef {
  readonly text: string
  readonly ref: Ref
}

const PATTERN = /weave:\/\/\/[^"\\\s]+/g
const FOUND_MAX = 200

/** Distinct refs in a JSON text, in order of appearance. */
export function refsIn(json: string): FoundRef[] {
  const found = new Map<string, FoundRef>()
  for (const [text] of json.matchAll(PATTERN)) {
    const ref = parseRef(text)
    if (ref) found.set(text, { text, ref })
    if (found.size === FOUND_MAX) break
  }
  return [...found.values()]
}
