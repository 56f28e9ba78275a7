import { isContainer } from '../../json/children.ts'
import { PAGE_ROWS } from '../../keyboard/page-rows.ts'
import type { JsonRow } from './rows.ts'

type RowMove = { readonly kind: 'go'; readonly index: number } | { readonly kind: 'toggle' | 'menu' }

interface Press {
  readonly key: string
  readonly shiftKey: boolean
}

/** Action of a key on the active row; undefined for keys the tree does not handle. */
export function rowMove(
  { key, shiftKey }: Press,
  rows: readonly JsonRow[],
  active: number,
): RowMove | undefined {
  const row = rows[active]
  const isValue = row?.type === 'value'
  const canOpen = isValue && isContainer(row.kind)
  const isOpen = isValue && row.isOpen
  const go = (to: number): RowMove => ({ kind: 'go', index: Math.max(0, Math.min(rows.length - 1, to)) })
  switch (key) {
    case 'ArrowDown':
      return go(active + 1)
    case 'ArrowUp':
      return go(active - 1)
    case 'PageDown':
      return go(active + PAGE_ROWS)
    case 'PageUp':
      return go(active - PAGE_ROWS)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (canOpen && !isOpen) return { kind: 'toggle' }
      return go(isBelow(rows[active + 1], row) ? active + 1 : active)
    case 'ArrowLeft':
      return isOpen ? { kind: 'toggle' } : go(parentOf(rows, active))
    case 'Enter':
      return { kind: isValue && !canOpen ? 'menu' : 'toggle' }
    case ' ':
    case 'ContextMenu':
      return { kind: 'menu' }
    case 'F10':
      return shiftKey ? { kind: 'menu' } : undefined
    default:
      return undefined
  }
}

const isBelow = (row: JsonRow | undefined, above: JsonRow | undefined): boolean =>
  row !== undefined && above !== undefined && row.depth > above.depth

/** Index of the parent row; first-level rows return themselves. */
function parentOf(rows: readonly JsonRow[], index: number): number {
  for (let at = index - 1; at >= 0; at--) if (isBelow(rows[index], rows[at])) return at
  return index
}
