import { ServiceError } from '../../errors.ts'
import { isLongerThan } from '../text-length.ts'
import type { ObjectVersion, StoredVersion } from './object.ts'

const NAME_LENGTH_MAX = 128

export function checkObjectName(name: string): void {
  if (isLongerThan(name, NAME_LENGTH_MAX)) {
    throw new ServiceError('invalid_request', `object_id has more than ${NAME_LENGTH_MAX} characters`)
  }
  if (!/^[\p{L}\p{N}_.-]+$/u.test(name)) {
    const rule = 'must have one or more letters, digits, _, . and -, and nothing else'
    throw new ServiceError('invalid_field', `object_id ${JSON.stringify(name)} ${rule}`)
  }
}

/** The object id for a name; the name of the class if no valid character remains. */
export function objectIdFor(name: string | undefined, className: string): string {
  const id = (name ?? '')
    .toLowerCase()
    .replace(/[ /]/g, '_')
    .replace(/[^\p{L}\p{N}_.-]/gu, '')
  return id === '' ? className : id
}

type Classified = Pick<ObjectVersion, 'object_id' | 'kind' | 'base_object_class'>

/** Throws unless the live versions of this name and kind have the same class, or all have none. */
export function checkNameIsFree(candidate: Classified, versions: readonly StoredVersion[]): void {
  const { object_id, kind, base_object_class } = candidate
  const other = versions.find(
    (version) =>
      version.deleted_at === null && version.kind === kind && version.base_object_class !== base_object_class,
  )
  if (!other) return
  const [taken, wanted] = [other.base_object_class, base_object_class].map((name) => name ?? 'no class')
  throw new ServiceError(
    'invalid_request',
    `object_id ${object_id} belongs to ${taken}, so it cannot hold ${wanted}`,
  )
}
