import { diffArrays } from 'diff'
import { prettyJson } from '../../json/pretty.ts'

/** A difference between the rows of two tables. Indexes are 0-based positions in their table. */
export interface RowChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly index: number
  readonly before: string
  readonly after: string
}

/** Tables with more edits than this are too different to be compared row by row. */
const EDITS_MAX = 2000

/** Differences between tables, in order. A row that takes the place of another counts as changed. Undefined if there are too many. */
export function rowChanges(before: readonly string[], after: readonly string[]): RowChange[] | undefined {
  const parts = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX })
  if (!parts) return undefined
  const changes: RowChange[] = []
  let removed: string[] = []
  let [oldIndex, newIndex] = [0, 0]
  const flush = (added: readonly string[]) => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [old, young] = [removed[at], added[at]]
      const kind = old === undefined ? 'added' : young === undefined ? 'removed' : 'changed'
      const index = kind === 'removed' ? oldIndex - removed.length + at : newIndex + at
      changes.push({ kind, index, before: pretty(old), after: pretty(young) })
    }
    removed = []
    newIndex += added.length
  }
  for (const part of parts) {
    if (part.removed) {
      removed = part.value
      oldIndex += part.value.length
    } else if (part.added) flush(part.value)
    else {
      flush([])
      oldIndex += part.value.length
      newIndex += part.value.length
    }
  }
  flush([])
  return changes
}

const pretty = (row: string | undefined): string => (row === undefined ? '' : prettyJson(row))
