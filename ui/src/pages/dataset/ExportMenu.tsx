import { readAllRows, type TableChoice } from '../../api/tables.ts'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useToast } from '../../components/Toast.tsx'
import { saveFile } from '../../format/download.ts'
import { csvOf } from './grid.ts'

interface ExportMenuProps {
  readonly projectId: string
  readonly name: string
  readonly table: string
  /** Current filter and sort order. */
  readonly choice: TableChoice
}

/** Exports all matching rows, including those not loaded yet. */
export function ExportMenu({ projectId, name, table, choice }: ExportMenuProps) {
  const toast = useToast()
  const save = async (fileName: string, type: string, written: (rows: string[]) => string) => {
    try {
      const rows = await readAllRows(projectId, table, choice)
      saveFile(new Blob([written(rows)], { type }), fileName)
    } catch (error) {
      toast.failed('Export failed', error)
    }
  }
  return (
    <Menu
      label="Export"
      align="end"
      heading={choice.query ? 'Rows that match the filter' : 'All rows'}
      trigger={(props) => (
        <Button {...props} icon="download">
          Export
        </Button>
      )}
      items={[
        {
          label: 'JSON lines',
          hint: 'exact',
          onSelect: () =>
            save(`${name}.jsonl`, 'application/x-ndjson', (rows) => rows.map((row) => `${row}\n`).join('')),
        },
        { label: 'CSV', hint: 'for spreadsheets', onSelect: () => save(`${name}.csv`, 'text/csv', csvOf) },
      ]}
    />
  )
}
