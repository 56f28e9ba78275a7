import { readAllRows } from '../../api/tables.ts'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/Menu.tsx'
import { saveFile } from '../../components/save-file.ts'
import { useToast } from '../../components/Toast.tsx'
import { csvOf } from './grid.ts'

interface ExportMenuProps {
  readonly projectId: string
  readonly name: string
  readonly table: string
}

/** All rows as a file. */
export function ExportMenu({ projectId, name, table }: ExportMenuProps) {
  const toast = useToast()
  const save = async (fileName: string, type: string, written: (rows: string[]) => string) => {
    try {
      saveFile(new Blob([written(await readAllRows(projectId, table))], { type }), fileName)
    } catch (error) {
      toast.failed('The rows were not exported', error)
    }
  }
  return (
    <Menu
      label="Export"
      align="end"
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
