import { ServiceError } from '../domain/errors.ts'

/** The segments of a dotted path. `\.` is a dot inside a segment. */
export function splitPath(path: string): string[] {
  return path.split(/(?<!\\)\./).map((segment) => segment.replaceAll('\\.', '.'))
}

/** Engines limit how deep an expression may be, and each segment may add to it. */
const SEGMENTS_MAX = 100

/** Refuses indexes that count from the end, and paths that are longer than engines can follow. */
export function checkSegments(path: readonly string[]): readonly string[] {
  if (path.length > SEGMENTS_MAX) {
    throw new ServiceError('invalid_field', `a path has at most ${SEGMENTS_MAX} segments`)
  }
  const negative = path.find((segment) => /^-\d+$/.test(segment))
  if (negative === undefined) return path
  throw new ServiceError('invalid_field', `${negative} in a path: an index cannot be negative`)
}
