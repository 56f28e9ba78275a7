import type { CallCount } from '../../api/calls.ts'
import { IconButton } from '../../components/Button.tsx'
import { ColumnChooser } from '../../components/DataTable/ColumnChooser.tsx'
import { Menu } from '../../components/Menu.tsx'
import { formatCount, formatThings } from '../../format/number.ts'
import { AddColumn } from './AddColumn.tsx'
import { callColumns } from './columns.tsx'
import styles from './Toolbar.module.css'
import { useExport } from './useExport.ts'
import type { TablePreferences } from './useTablePreferences.ts'
import type { TraceView } from './useTraceView.ts'

interface ToolbarProps {
  readonly projectId: string
  readonly view: TraceView
  readonly preferences: TablePreferences
  readonly count: CallCount | undefined
}

export function Toolbar({ projectId, view, preferences, count }: ToolbarProps) {
  const { layout, setLayout, customPaths, density, setDensity } = preferences
  const save = useExport()
  const exportAs = (format: 'jsonl' | 'csv') => () => save({ project_id: projectId, ...view.search }, format)
  return (
    <div className={styles.tools} role="toolbar" aria-label="Table">
      <span className={styles.count} role="status" aria-label="Number of calls">
        {count && (count.isMore ? `${formatCount(count.count)}+ calls` : formatThings(count.count, 'call'))}
      </span>
      <IconButton
        label={view.isLive ? 'Stop showing new calls as they arrive' : 'Show new calls as they arrive'}
        icon={view.isLive ? 'pause' : 'play'}
        pressed={view.isLive}
        onClick={() => view.setLive(!view.isLive)}
      />
      <ColumnChooser
        columns={callColumns({ projectId, customPaths, latencyMaxMs: 0 })}
        layout={layout}
        onLayout={setLayout}
      >
        <AddColumn projectId={projectId} customPaths={customPaths} />
      </ColumnChooser>
      <IconButton
        label={density === 'dense' ? 'Roomier rows' : 'Denser rows'}
        icon="density"
        pressed={density === 'dense'}
        onClick={() => setDensity(density === 'dense' ? 'normal' : 'dense')}
      />
      <Menu
        label="Export"
        align="end"
        heading="All calls that match"
        items={[
          { label: 'JSON lines', icon: 'download', onSelect: exportAs('jsonl') },
          { label: 'CSV', icon: 'download', onSelect: exportAs('csv') },
        ]}
        trigger={(props) => <IconButton {...props} label="Export" icon="download" />}
      />
    </div>
  )
}
