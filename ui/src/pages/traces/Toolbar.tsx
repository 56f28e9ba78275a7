import { type FormEvent, useId, useState } from 'react'
import type { CallCount } from '../../api/calls.ts'
import { useSeenFields } from '../../api/suggestions.ts'
import { addCustomPath, removeCustomPath } from '../../call/custom-columns.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { ColumnChooser } from '../../components/DataTable/ColumnChooser.tsx'
import { TextInput } from '../../components/Field.tsx'
import { Menu } from '../../components/Menu.tsx'
import { formatCount, pluralize } from '../../format/number.ts'
import { callColumns } from './columns.tsx'
import { GroupMenu } from './GroupMenu.tsx'
import styles from './Page.module.css'
import { useExport } from './useExport.ts'
import type { TablePreferences } from './useTablePreferences.ts'
import type { TraceView } from './useTraceView.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

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
  // Without a search, all calls of the project would be exported.
  const isInvalid = view.search === undefined
  return (
    <div className={styles.tools} role="toolbar" aria-label="Table">
      <span className={styles.count} role="status" aria-label="Number of calls">
        {count && (count.isMore ? `${formatCount(count.count)}+ calls` : pluralize(count.count, 'call'))}
      </span>
      <IconButton
        label={view.isLive ? 'Pause live updates' : 'Show live updates'}
        icon={view.isLive ? 'pause' : 'play'}
        pressed={view.isLive}
        onClick={() => view.setLive(!view.isLive)}
      />
      <GroupMenu projectId={projectId} field={view.group} onField={view.setGroup} />
      <ViewsMenu projectId={projectId} />
      <ColumnChooser
        columns={callColumns({ projectId, customPaths, latencyMaxMs: 0 })}
        layout={layout}
        onLayout={setLayout}
      >
        <AddColumn projectId={projectId} customPaths={customPaths} />
      </ColumnChooser>
      <IconButton
        label={density === 'dense' ? 'Comfortable rows' : 'Compact rows'}
        icon="density"
        pressed={density === 'dense'}
        onClick={() => setDensity(density === 'dense' ? 'normal' : 'dense')}
      />
      <Menu
        label="Export"
        align="end"
        heading="All matching calls"
        items={[
          { label: 'JSON lines', icon: 'download', disabled: isInvalid, onSelect: exportAs('jsonl') },
          { label: 'CSV', icon: 'download', disabled: isInvalid, onSelect: exportAs('csv') },
        ]}
        trigger={(props) => <IconButton {...props} label="Export" icon="download" />}
      />
    </div>
  )
}

interface AddColumnProps {
  readonly projectId: string
  readonly customPaths: readonly string[]
}

/** Adds a column for a path of a call or for a score. */
function AddColumn({ projectId, customPaths }: AddColumnProps) {
  const [path, setPath] = useState('')
  const { data: fields = [] } = useSeenFields(projectId)
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') addCustomPath(projectId, path.trim())
    setPath('')
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.chips}>
        {customPaths.map((each) => (
          <Chip
            key={each}
            remove={{ label: `Remove column ${each}`, onRemove: () => removeCustomPath(projectId, each) }}
          >
            {each}
          </Chip>
        ))}
      </div>
      <div className={styles.line}>
        <TextInput
          label="Column path"
          placeholder="attributes.env"
          list={listId}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Button type="submit">Add</Button>
      </div>
      <datalist id={listId}>
        {fields.map(({ field }) => (
          <option key={field} value={field} />
        ))}
      </datalist>
    </form>
  )
}
