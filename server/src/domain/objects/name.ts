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

/**
 * Whether a live version of this name and kind has the same class, where none counts as one; false for a free name. Throws if the
 * name belongs to another class. One that several servers gave different classes at the same time keeps all of them.
 */
export function nameHasClass(candidate: Classified, versions: readonly StoredVersion[]): boolean {
  const { object_id, kind, base_object_class } = candidate
  const classes = versions
    .filter((version) => version.deleted_at === null && version.kind === kind)
    .map((version) => version.base_object_class)
  const [other] = classes
  if (other === undefined) return false
  if (classes.includes(base_object_class)) return true
  const [taken, wanted] = [other, base_object_class].map((name) => name ?? 'no class')
  throw new ServiceError(
    'invalid_request',
    `object_id ${object_id} belongs to ${taken}, so it cannot hold ${wanted}`,
  )
}
