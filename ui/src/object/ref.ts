import type { ObjectRecord } from '@heddle/contract/objects'
import { parseRef } from '../navigation/ref.ts'

type Named = Pick<ObjectRecord, 'project_id' | 'kind' | 'object_id' | 'digest'>

export const refOf = ({ project_id, kind, object_id, digest }: Named): string =>
  `weave:///${project_id}/${kind}/${object_id}:${digest}`

/** The digest in a table ref; undefined for anything else. */
export function tableDigest(ref: unknown): string | undefined {
  const parsed = typeof ref === 'string' ? parseRef(ref) : undefined
  return parsed?.kind === 'table' ? parsed.name : undefined
}
