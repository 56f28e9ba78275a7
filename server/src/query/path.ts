import { ServiceError } from '../errors.ts'

/** Engines limit how deep an expression may be, and each segment may add to it. */
const SEGMENTS_MAX = 100

/** The segments of a dotted path, the first often a column. `\.` is a dot inside a segment. */
export function splitPath(path: string): string[] {
  const segments = path.split(/(?<!\\)\./, SEGMENTS_MAX + 2)
  if (segments.length > SEGMENTS_MAX + 1) throw tooLong()
  return segments.map((segment) => segment.replaceAll('\\.', '.'))
}

/** Rejects negative indexes, and paths that are too long for engines. */
export function checkSegments(path: readonly string[]): readonly string[] {
  if (path.length > SEGMENTS_MAX) throw tooLong()
  const negative = path.find((segment) => /^-\d+$/.test(segment))
  if (negative === undefined) return path
  throw new ServiceError('invalid_field', `${negative} in a path: an index cannot be negative`)
}

const tooLong = () => new ServiceError('invalid_field', `a path has at most ${SEGMENTS_MAX} segments`)
