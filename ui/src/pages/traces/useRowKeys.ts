import { type RefObject, useState } from 'react'
import { useLocation } from 'wouter'
import { useCommands } from '../../keyboard/commands.ts'
import { PAGE_ROWS } from '../../keyboard/page-rows.ts'
import { similarCallPath } from '../../navigation/paths.ts'
import type { TraceView } from './useTraceView.ts'

interface RowKeysOptions {
  readonly projectId: string
  readonly view: Pick<TraceView, 'peek' | 'peekCall' | 'setPeek'>
  /** Row ids from top to bottom. */
  readonly order: readonly string[]
  readonly filterInput: RefObject<HTMLInputElement | null>
  readonly onToggle: (id: string) => void
}

/** Keyboard navigation of the table. The peek pane follows the cursor. */
export function useRowKeys(options: RowKeysOptions): [string | undefined, (id: string) => void] {
  const { projectId, view, order, filterInput, onToggle } = options
  const [cursor, setCursor] = useState<string>()
  const [, navigate] = useLocation()
  const at = view.peek ?? cursor

  const go = (to: number) => {
    const next = order[Math.max(0, Math.min(order.length - 1, to))]
    if (next === undefined) return
    setCursor(next)
    if (view.peek !== undefined) view.setPeek(next, { replace: true })
  }
  const step = (by: number) => go((at === undefined ? -1 : order.indexOf(at)) + by)
  const open = () => {
    if (view.peekCall !== undefined) navigate(similarCallPath(projectId, view.peekCall))
    else if (at !== undefined) view.setPeek(at)
  }
  const leave = () => {
    if (view.peek === undefined) return setCursor(undefined)
    setCursor(view.peek)
    view.setPeek(undefined)
  }

  const group = 'Table'
  const inPalette = false
  useCommands([
    {
      id: 'filter',
      title: 'Focus filter',
      group,
      keys: '/',
      icon: 'filter',
      run: () => filterInput.current?.focus(),
    },
    { id: 'row-next', title: 'Next row', group, keys: 'j', inPalette, run: () => step(1) },
    { id: 'row-previous', title: 'Previous row', group, keys: 'k', inPalette, run: () => step(-1) },
    { id: 'row-down', title: 'Next row', group, keys: 'ArrowDown', inPalette, run: () => step(1) },
    { id: 'row-up', title: 'Previous row', group, keys: 'ArrowUp', inPalette, run: () => step(-1) },
    {
      id: 'row-page-down',
      title: 'Ten rows down',
      group,
      keys: 'PageDown',
      inPalette,
      run: () => step(PAGE_ROWS),
    },
    {
      id: 'row-page-up',
      title: 'Ten rows up',
      group,
      keys: 'PageUp',
      inPalette,
      run: () => step(-PAGE_ROWS),
    },
    { id: 'row-first', title: 'First row', group, keys: 'Home', inPalette, run: () => go(0) },
    {
      id: 'row-last',
      title: 'Last loaded row',
      group,
      keys: 'End',
      inPalette,
      run: () => go(order.length - 1),
    },
    {
      id: 'row-open',
      title: 'Open beside the table, then full page',
      group,
      keys: 'Enter',
      inPalette,
      run: open,
    },
    { id: 'row-close', title: 'Close', group, keys: 'Escape', inPalette, run: leave },
    {
      id: 'row-select',
      title: 'Select row',
      group,
      keys: 'x',
      inPalette,
      run: () => at !== undefined && onToggle(at),
    },
  ])
  return [cursor, setCursor]
}
