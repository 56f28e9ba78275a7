import type { TraceTree } from '@heddle/contract/compare/tree'
import { useMemo } from 'react'
import { classes } from '../../components/classes.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { CallRows, ROW_HEIGHT } from './CallRows.tsx'
import { Minimap } from './Minimap.tsx'
import styles from './Structure.module.css'
import { Toolbar } from './Toolbar.tsx'
import type { Structure } from './useStructure.ts'
import { useTraceSearch } from './useTraceSearch.ts'

interface StructurePaneProps {
  readonly projectId: string
  /** The timeline has bars on a time axis; the tree is narrow, to leave room for the selected call. */
  readonly mode: 'tree' | 'timeline'
  /** Whether rows have room for a preview of their payloads. */
  readonly showsPreviews: boolean
  readonly structure: Structure
  readonly selected: number
  readonly onSelect: (index: number) => void
}

const TOOLBAR_HEIGHT = 40
const MINIMAP_HEIGHT = 44
/** Traces with fewer calls fit on a screen, where the timeline shows as much. */
const MINIMAP_CALLS_MIN = 30

const hasMinimap = (mode: 'tree' | 'timeline', { count }: TraceTree): boolean =>
  mode === 'timeline' && count >= MINIMAP_CALLS_MIN

/** Pixels that the pane needs to show all calls and its header. */
export const structureHeight = (mode: 'tree' | 'timeline', tree: TraceTree): number =>
  TOOLBAR_HEIGHT + (hasMinimap(mode, tree) ? MINIMAP_HEIGHT : 0) + (tree.count + 2) * ROW_HEIGHT

/** The calls of a trace as a tree or on a timeline, with search. */
export function StructurePane(props: StructurePaneProps) {
  const { projectId, mode, showsPreviews, structure, selected, onSelect } = props
  const [critical, setCritical] = useSearchParam('critical')
  const search = useTraceSearch(projectId, structure.tree)
  const hits = useMemo(() => new Set(search.hits), [search.hits])
  const showsCritical = mode === 'timeline' && critical !== undefined
  return (
    <section className={classes(styles.pane, styles[mode])} aria-label="Trace structure">
      <Toolbar
        mode={mode}
        structure={structure}
        search={search}
        selected={selected}
        onSelect={onSelect}
        showsCritical={showsCritical}
        onCritical={(shown) => setCritical(shown ? '1' : undefined, { replace: true })}
      />
      {hasMinimap(mode, structure.tree) && <Minimap structure={structure} />}
      <CallRows
        projectId={projectId}
        mode={mode}
        showsPreviews={showsPreviews}
        structure={structure}
        selected={selected}
        hits={hits}
        showsCritical={showsCritical}
        onSelect={onSelect}
      />
    </section>
  )
}
