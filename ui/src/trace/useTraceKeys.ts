import { useLocation } from 'wouter'
import { type Command, useCommands } from '../keyboard/commands.ts'
import { useSearchParam } from '../navigation/params.ts'
import { comparePath } from '../navigation/paths.ts'
import { treeMove } from './structure/tree-move.ts'
import type { Structure } from './structure/useStructure.ts'
import { nextError } from './structure/visible.ts'

interface TraceKeysOptions {
  readonly projectId: string
  readonly structure: Structure
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly place: 'page' | 'peek'
}

const group = 'Trace'

/** Shortcuts of a trace. Beside the traces table, shared keys belong to the table: j and k move from trace to trace. */
export function useTraceKeys({ projectId, structure, selected, onSelect, place }: TraceKeysOptions): void {
  const [, navigate] = useLocation()
  const [, setTab] = useSearchParam('tab')
  const press = (key: string) => () => {
    const move = treeMove(key, structure, selected)
    if (move?.kind === 'toggle') structure.toggle(selected)
    else if (move) onSelect(move.index)
  }
  const openFeedback = (selector: string) => () => {
    setTab('feedback', { replace: true })
    // The tab is rendered after this key event.
    setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), 50)
  }
  const compare = () => navigate(comparePath(projectId, [structure.tree.skeleton.calls.id[selected] ?? '']))
  useCommands([
    ...(place === 'page' ? pageCommands(press, compare) : []),
    {
      id: 'trace-tree',
      title: 'Move through the calls with the arrow keys',
      group,
      keys: 't',
      icon: 'trace',
      run: () => document.querySelector<HTMLElement>('[data-trace-tree]')?.focus(),
    },
    shortcut('call-open', 'Expand call', 'ArrowRight', press('ArrowRight')),
    shortcut('call-close', 'Collapse call or go to parent', 'ArrowLeft', press('ArrowLeft')),
    { id: 'collapse-all', title: 'Collapse all calls', group, keys: '[', run: structure.closeAll },
    { id: 'expand-all', title: 'Expand all calls', group, keys: ']', run: structure.openAll },
    {
      id: 'annotate',
      title: 'Annotate call',
      group,
      keys: 'e',
      icon: 'tag',
      run: openFeedback('[aria-label="Reactions"] button'),
    },
    {
      id: 'note',
      title: 'Add a note',
      group,
      keys: 'n',
      icon: 'message',
      run: openFeedback('[data-note]'),
    },
    ...jumpCommands(structure, selected, onSelect),
  ])
}

const pageCommands = (press: (key: string) => () => void, compare: () => void): Command[] => [
  {
    id: 'trace-search',
    title: 'Search this trace',
    group,
    keys: '/',
    icon: 'search',
    run: () => document.querySelector<HTMLElement>('[data-trace-search]')?.focus(),
  },
  { id: 'call-compare', title: 'Compare this call', group, keys: 'c', icon: 'compare', run: compare },
  shortcut('call-next', 'Next call', 'j', press('ArrowDown')),
  shortcut('call-previous', 'Previous call', 'k', press('ArrowUp')),
  shortcut('call-down', 'Next call', 'ArrowDown', press('ArrowDown')),
  shortcut('call-up', 'Previous call', 'ArrowUp', press('ArrowUp')),
  shortcut('call-page-down', 'Ten calls down', 'PageDown', press('PageDown')),
  shortcut('call-page-up', 'Ten calls up', 'PageUp', press('PageUp')),
  shortcut('call-first', 'First call', 'Home', press('Home')),
  shortcut('call-last', 'Last call', 'End', press('End')),
]

function jumpCommands(
  { notable, tree }: Structure,
  selected: number,
  onSelect: (index: number) => void,
): Command[] {
  const jump = (index: number | undefined) => () => {
    if (index !== undefined) onSelect(index)
  }
  return [
    { id: 'jump-slowest', title: 'Jump to slowest call', group, run: jump(notable.slowest) },
    { id: 'jump-costliest', title: 'Jump to most expensive call', group, run: jump(notable.costliest) },
    { id: 'jump-error', title: 'Jump to first error', group, run: jump(notable.firstError) },
    {
      id: 'next-error',
      title: 'Next error',
      group,
      keys: 'E',
      icon: 'error',
      run: () => jump(nextError(tree, selected))(),
    },
  ]
}

/** A command that makes sense by key only. */
const shortcut = (id: string, title: string, keys: string, run: () => void): Command => ({
  id,
  title,
  group,
  keys,
  inPalette: false,
  run,
})
