import type { TraceTree } from '@heddle/contract/compare/tree'
import { useMemo } from 'react'
import { useSearchParam } from '../../navigation/params.ts'
import { CallRows, ROW_HEIGHT } from './CallRows.tsx'
import { Minimap } from './Minimap.tsx'
import styles from './Structure.module.css'
import { Toolbar } from './Toolbar.tsx'
import type { Structure } from './useStructure.ts'
import { useTraceSearch } from './useTraceSearch.ts'

interface StructurePaneProps {
  readonly projectId: string
  readonly structure: Structure
  readonly selected: number
  readonly onSelect: (index: number) => void
}

const TOOLBAR_HEIGHT = 40
const MINIMAP_HEIGHT = 44
/** Traces with fewer calls fit on a screen, where the waterfall shows as much. */
const MINIMAP_CALLS_MIN = 30

/** Pixels that the pane needs to show all calls and its header. */
export const structureHeight = ({ count }: TraceTree): number =>
  TOOLBAR_HEIGHT + (count >= MINIMAP_CALLS_MIN ? MINIMAP_HEIGHT : 0) + (count + 2) * ROW_HEIGHT

/** Tree and waterfall of a trace, with search and minimap. */
export function StructurePane({ projectId, structure, selected, onSelect }: StructurePaneProps) {
  const [critical, setCritical] = useSearchParam('critical')
  const search = useTraceSearch(projectId, structure.tree)
  const hits = useMemo(() => new Set(search.hits), [search.hits])
  const showsCritical = critical !== undefined
  return (
    <section className={styles.pane} aria-label="Trace structure">
      <Toolbar
        structure={structure}
        search={search}
        selected={selected}
        onSelect={onSelect}
        showsCritical={showsCritical}
        onCritical={(shown) => setCritical(shown ? '1' : undefined, { replace: true })}
      />
      {structure.tree.count >= MINIMAP_CALLS_MIN && <Minimap structure={structure} />}
      <CallRows
        projectId={projectId}
        structure={structure}
        selected={selected}
        hits={hits}
        showsCritical={showsCritical}
        onSelect={onSelect}
      />
    </section>
  )
}
