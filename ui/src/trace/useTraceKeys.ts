import { useLocation } from 'wouter'
import { type Command, useCommands } from '../keyboard/commands.ts'
import { useSearchParam } from '../navigation/params.ts'
import { comparePath } from '../navigation/paths.ts'
import { treeMove } from './structure/tree-move.ts'
import type { Structure } from './structure/useStructure.ts'

interface TraceKeysOptions {
  readonly projectId: string
  readonly structure: Structure
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly place: 'page' | 'peek'
}

const group = 'Trace'

/** The keys of a trace. Beside the table, those that the table has too stay the table's: j and k go from trace to trace. */
export function useTraceKeys({ projectId, structure, selected, onSelect, place }: TraceKeysOptions): void {
  const [, navigate] = useLocation()
  const [, setTab] = useSearchParam('tab')
  const { notable } = structure
  const jump = (index: number | undefined) => () => {
    if (index !== undefined) onSelect(index)
  }
  const press = (key: string) => () => {
    const move = treeMove(key, structure, selected)
    if (move?.kind === 'toggle') structure.toggle(selected)
    else if (move) onSelect(move.index)
  }
  const openFeedback = (selector: string) => () => {
    setTab('feedback', { replace: true })
    // The tab is drawn after this key has been dealt with.
    setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus(), 50)
  }
  const { id: ids } = structure.tree.skeleton.calls
  const onPage: Command[] = [
    {
      id: 'trace-search',
      title: 'Search this trace',
      group,
      keys: '/',
      icon: 'search',
      run: () => document.querySelector<HTMLElement>('[data-trace-search]')?.focus(),
    },
    {
      id: 'call-compare',
      title: 'Compare this call',
      group,
      keys: 'c',
      icon: 'compare',
      run: () => navigate(comparePath(projectId, [ids[selected] ?? ''])),
    },
    { id: 'call-next', title: 'Next call', group, keys: 'j', inPalette: false, run: press('ArrowDown') },
    {
      id: 'call-previous',
      title: 'Previous call',
      group,
      keys: 'k',
      inPalette: false,
      run: press('ArrowUp'),
    },
    {
      id: 'call-down',
      title: 'Next call',
      group,
      keys: 'ArrowDown',
      inPalette: false,
      run: press('ArrowDown'),
    },
    {
      id: 'call-up',
      title: 'Previous call',
      group,
      keys: 'ArrowUp',
      inPalette: false,
      run: press('ArrowUp'),
    },
  ]
  useCommands([
    ...(place === 'page' ? onPage : []),
    {
      id: 'call-open',
      title: 'Expand call',
      group,
      keys: 'ArrowRight',
      inPalette: false,
      run: press('ArrowRight'),
    },
    {
      id: 'call-close',
      title: 'Collapse call or go to parent',
      group,
      keys: 'ArrowLeft',
      inPalette: false,
      run: press('ArrowLeft'),
    },
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
    { id: 'jump-slowest', title: 'Jump to slowest call', group, run: jump(notable.slowest) },
    { id: 'jump-costliest', title: 'Jump to most expensive call', group, run: jump(notable.costliest) },
    { id: 'jump-error', title: 'Jump to first error', group, run: jump(notable.firstError) },
  ])
}
