import { readCallLines } from '../api/calls.ts'
import { IconButton } from '../components/Button.tsx'
import { Menu } from '../components/Menu.tsx'
import { useToast } from '../components/Toast.tsx'
import { saveFile } from '../format/download.ts'
import { traceHtml, traceJson } from './trace-file.ts'

interface DownloadMenuProps {
  readonly projectId: string
  readonly traceId: string
}

const FORMATS = {
  json: { label: 'JSON', type: 'application/json', write: traceJson },
  html: { label: 'HTML page, readable offline', type: 'text/html', write: traceHtml },
}

/** Downloads all calls of the trace as one file. */
export function DownloadMenu({ projectId, traceId }: DownloadMenuProps) {
  const toast = useToast()
  const save = async (extension: keyof typeof FORMATS) => {
    const { type, write } = FORMATS[extension]
    const sort_by = [{ field: 'started_at', direction: 'asc' as const }]
    try {
      const lines = await readCallLines({
        project_id: projectId,
        filter: { trace_ids: [traceId] },
        sort_by,
        include_costs: true,
      })
      saveFile(new Blob([write(await lines.text())], { type }), `trace-${traceId}.${extension}`)
    } catch (error) {
      toast.failed('Download failed', error)
    }
  }
  return (
    <Menu
      label="Download"
      align="end"
      items={(['json', 'html'] as const).map((extension) => ({
        label: FORMATS[extension].label,
        icon: 'download',
        onSelect: () => void save(extension),
      }))}
      trigger={(props) => <IconButton {...props} label="Download" icon="download" size="small" />}
    />
  )
}
