export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Line numbers from 1; undefined on the side that does not have the line. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Beyond this many differences the texts have so little in common that all of it counts as changed. */
const EDITS_MAX = 1000

/** How one text becomes another, line by line, with as few changes as possible (Myers, 1986). */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before)
  const young = linesOf(after)
  const head = commonHead(old, young)
  const tail = commonTail(old, young, head)
  const steps = shortestEdit(old.slice(head, old.length - tail), young.slice(head, young.length - tail))
  return numbered([...old.slice(0, head).map(same), ...steps, ...old.slice(old.length - tail).map(same)])
}

/** Nothing has no lines. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

type Step = Pick<DiffLine, 'kind' | 'text'>

const same = (text: string): Step => ({ kind: 'same', text })
const removed = (text: string): Step => ({ kind: 'removed', text })
const added = (text: string): Step => ({ kind: 'added', text })

function commonHead(old: readonly string[], young: readonly string[]): number {
  const most = Math.min(old.length, young.length)
  let head = 0
  while (head < most && old[head] === young[head]) head++
  return head
}

function commonTail(old: readonly string[], young: readonly string[], head: number): number {
  const most = Math.min(old.length, young.length) - head
  let tail = 0
  while (tail < most && old[old.length - 1 - tail] === young[young.length - 1 - tail]) tail++
  return tail
}

/**
 * Walks the grid of old against new lines along diagonals: `furthest[k]` is how far one gets in the
 * old lines on diagonal k with a given number of edits. Each round is kept, to walk back.
 */
function shortestEdit(old: readonly string[], young: readonly string[]): Step[] {
  const rounds: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(EDITS_MAX, old.length + young.length); edits++) {
    rounds.push(furthest)
    const next = new Map(furthest)
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(furthest, k, edits) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1
      while (x < old.length && x - k < young.length && old[x] === young[x - k]) x++
      next.set(k, x)
      if (x >= old.length && x - k >= young.length) return walkedBack(rounds, old, young)
    }
    furthest = next
  }
  return [...old.map(removed), ...young.map(added)]
}

/** Whether the best way onto a diagonal is to add a line, rather than to remove one. */
const isDown = (furthest: ReadonlyMap<number, number>, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && (furthest.get(k - 1) ?? 0) < (furthest.get(k + 1) ?? 0))

function walkedBack(
  rounds: readonly Map<number, number>[],
  old: readonly string[],
  young: readonly string[],
): Step[] {
  const steps: Step[] = []
  let x = old.length
  let y = young.length
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const furthest = rounds[edits] ?? new Map<number, number>()
    const k = x - y
    const down = isDown(furthest, k, edits)
    const fromK = down ? k + 1 : k - 1
    const fromX = furthest.get(fromK) ?? 0
    const fromY = fromX - fromK
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0) && old[x - 1] === young[y - 1]) {
      steps.push(same(old[--x] ?? ''))
      y--
    }
    if (edits === 0) break
    steps.push(down ? added(young[--y] ?? '') : removed(old[--x] ?? ''))
  }
  return steps.reverse()
}

function numbered(steps: readonly Step[]): DiffLine[] {
  let before = 0
  let after = 0
  return steps.map(({ kind, text }) => ({
    kind,
    text,
    before: kind === 'added' ? undefined : ++before,
    after: kind === 'removed' ? undefined : ++after,
  }))
}
