import type { DiffLine } from './diff-lines.ts'

const CONTEXT = 3

/** A run of unchanged lines that is not shown. */
export interface Fold {
  readonly kind: 'fold'
  readonly count: number
}

/** Long stretches of unchanged lines are folded away; a few stay around every change. */
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
