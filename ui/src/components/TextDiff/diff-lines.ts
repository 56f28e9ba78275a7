import { diffArrays } from 'diff'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** 1-based line numbers; undefined on the side that does not have the line. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Texts with more edits than this have so little in common that they are shown as replaced. */
const EDITS_MAX = 1000

/** Line-by-line difference of two texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const oldLines = linesOf(before)
  const newLines = linesOf(after)
  const changes = diffArrays(oldLines, newLines, { maxEditLength: EDITS_MAX }) ?? [
    { removed: true, added: false, value: oldLines },
    { removed: false, added: true, value: newLines },
  ]
  let oldNumber = 0
  let newNumber = 0
  return changes.flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => {
      const kind = added ? 'added' : removed ? 'removed' : 'same'
      return { kind, text, before: added ? undefined : ++oldNumber, after: removed ? undefined : ++newNumber }
    }),
  )
}

/** An empty text has no lines. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

const CONTEXT = 3

/** A run of unchanged lines that is not shown. */
export interface Fold {
  readonly kind: 'fold'
  readonly count: number
}

/** Folds long runs of unchanged lines, keeping a few around each change. */
export function folded(lines: readonly DiffLine[]): (DiffLine | Fold)[] {
  const near = new Uint8Array(lines.length)
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  })
  const shown: (DiffLine | Fold)[] = []
  let hidden = 0
  const endFold = () => {
    if (hidden > 0) shown.push({ kind: 'fold', count: hidden })
    hidden = 0
  }
  lines.forEach((line, at) => {
    if (near[at] === 0) hidden++
    else {
      endFold()
      shown.push(line)
    }
  })
  endFold()
  return shown
}
