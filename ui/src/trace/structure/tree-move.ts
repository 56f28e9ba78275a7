import { isLeaf, type TraceTree } from '@heddle/contract/compare/tree'
import { PAGE_ROWS } from '../../keyboard/page-rows.ts'

interface Shown {
  readonly tree: TraceTree
  readonly visible: readonly number[]
  readonly isClosed: (index: number) => boolean
}

/** Keys that belong to a focused tree, even where they move nothing. */
export const TREE_KEYS: ReadonlySet<string> = new Set([
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'],
  ...['PageDown', 'PageUp', 'Home', 'End', ' '],
])

type TreeMove = { readonly kind: 'go'; readonly index: number } | { readonly kind: 'toggle' }

/** Action of a key on the selected call; undefined for keys the tree does not handle. */
export function treeMove(
  key: string,
  { tree, visible, isClosed }: Shown,
  selected: number,
): TreeMove | undefined {
  const row = visible.indexOf(selected)
  const go = (to: number | undefined): TreeMove | undefined =>
    to === undefined || to < 0 ? undefined : { kind: 'go', index: to }
  const hasBelow = !isLeaf(tree, selected)
  switch (key) {
    case 'ArrowDown':
      return go(visible[row + 1])
    case 'ArrowUp':
      return go(visible[row - 1])
    case 'PageDown':
      return go(visible[Math.min(visible.length - 1, row + PAGE_ROWS)])
    case 'PageUp':
      return go(visible[Math.max(0, row - PAGE_ROWS)])
    case 'Home':
      return go(visible[0])
    case 'End':
      return go(visible.at(-1))
    case 'ArrowRight':
      if (!hasBelow) return undefined
      return isClosed(selected) ? { kind: 'toggle' } : go(visible[row + 1])
    case 'ArrowLeft':
      return hasBelow && !isClosed(selected) ? { kind: 'toggle' } : go(tree.parent[selected])
    case ' ':
      return hasBelow ? { kind: 'toggle' } : undefined
    default:
      return undefined
  }
}
