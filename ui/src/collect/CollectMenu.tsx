import { useState } from 'react'
import { useReadOnlyReason } from '../api/session.ts'
import { Button, IconButton } from '../components/Button.tsx'
import { Menu } from '../components/Menu.tsx'
import { DatasetDialog } from './DatasetDialog.tsx'
import { QueueDialog } from './QueueDialog.tsx'

interface CollectMenuProps {
  readonly projectId: string
  readonly callId: string
  readonly look: 'icon' | 'button'
}

/** Adds a call to a dataset or a queue. */
export function CollectMenu({ projectId, callId, look }: CollectMenuProps) {
  const [dialog, setDialog] = useState<'dataset' | 'queue'>()
  const readOnly = useReadOnlyReason(projectId)
  const props = { projectId, callIds: [callId], onClose: () => setDialog(undefined) }
  return (
    <>
      <Menu
        label="Add this call"
        align="end"
        trigger={(trigger) => {
          const props = { ...trigger, icon: 'plus', size: 'small', disabled: readOnly !== undefined } as const
          const label = readOnly ?? 'Add to dataset or queue'
          if (look === 'icon') return <IconButton {...props} label={label} />
          return (
            <Button {...props} aria-label={label} title={label}>
              Add to…
            </Button>
          )
        }}
        items={[
          { label: 'Add to dataset…', icon: 'table', onSelect: () => setDialog('dataset') },
          { label: 'Add to queue…', icon: 'check', onSelect: () => setDialog('queue') },
        ]}
      />
      {dialog === 'dataset' && <DatasetDialog {...props} />}
      {dialog === 'queue' && <QueueDialog {...props} />}
    </>
  )
}
