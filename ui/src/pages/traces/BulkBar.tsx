import type { CallRecord } from '@heddle/contract/calls'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCloseCalls, useDeleteCalls } from '../../api/calls.ts'
import { useWriteAccess } from '../../api/session.ts'
import { DatasetDialog } from '../../collect/DatasetDialog.tsx'
import { QueueDialog } from '../../collect/QueueDialog.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useToast } from '../../components/Toast.tsx'
import { formatCount, pluralize } from '../../format/number.ts'
import { useCommands } from '../../keyboard/commands.ts'
import { comparePath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { useExport } from './useExport.ts'

const COMPARE_MIN = 2
const COMPARE_MAX = 6

interface BulkBarProps {
  readonly projectId: string
  readonly calls: readonly CallRecord[]
  readonly onClear: () => void
}

/** Actions on the selected rows. */
export function BulkBar({ projectId, calls, onClear }: BulkBarProps) {
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'dataset' | 'queue' | 'close' | 'delete'>()
  const writeAccess = useWriteAccess(projectId)
  const ids = calls.map(({ id }) => id)
  const openIds = calls.filter(({ ended_at }) => ended_at === null).map(({ id }) => id)
  const mayCompare = ids.length >= COMPARE_MIN && ids.length <= COMPARE_MAX
  const shared = { projectId, onClose: () => setDialog(undefined) }
  const compare = () => mayCompare && navigate(comparePath(projectId, ids))

  useCommands([
    {
      id: 'compare',
      title: 'Compare selected calls',
      group: 'Table',
      keys: 'c',
      icon: 'compare',
      run: compare,
    },
  ])

  return (
    <section className={styles.bulkBar} aria-label="Selected calls">
      <strong>{formatCount(ids.length)} selected</strong>
      <Button
        size="small"
        icon="compare"
        disabled={!mayCompare}
        title={mayCompare ? '' : `Select ${COMPARE_MIN} to ${COMPARE_MAX} calls`}
        onClick={compare}
      >
        Compare
      </Button>
      <Button size="small" icon="table" {...writeAccess} onClick={() => setDialog('dataset')}>
        Add to dataset
      </Button>
      <Button size="small" icon="check" {...writeAccess} onClick={() => setDialog('queue')}>
        Add to queue
      </Button>
      <ExportMenu projectId={projectId} ids={ids} />
      {openIds.length > 0 && (
        <Button size="small" icon="clock" {...writeAccess} onClick={() => setDialog('close')}>
          Close {formatCount(openIds.length)} open
        </Button>
      )}
      <Button size="small" variant="danger" icon="trash" {...writeAccess} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <IconButton label="Clear selection" icon="close" size="small" onClick={onClear} />
      {dialog === 'dataset' && <DatasetDialog {...shared} callIds={ids} />}
      {dialog === 'queue' && <QueueDialog {...shared} callIds={ids} />}
      {dialog === 'close' && <CloseDialog {...shared} ids={openIds} onDone={onClear} />}
      {dialog === 'delete' && <DeleteDialog {...shared} ids={ids} onDone={onClear} />}
    </section>
  )
}

function ExportMenu({ projectId, ids }: { readonly projectId: string; readonly ids: string[] }) {
  const save = useExport()
  const exportAs = (format: 'jsonl' | 'csv') => () =>
    save({ project_id: projectId, filter: { call_ids: ids } }, format)
  return (
    <Menu
      label="Export"
      items={[
        { label: 'JSON lines', onSelect: exportAs('jsonl') },
        { label: 'CSV', onSelect: exportAs('csv') },
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon="download">
          Export
        </Button>
      )}
    />
  )
}

interface CallsDialogProps {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

function DeleteDialog({ projectId, ids, onDone, onClose }: CallsDialogProps) {
  const { mutateAsync, isPending, error } = useDeleteCalls(projectId)
  const toast = useToast()
  const what = pluralize(ids.length, 'call')
  // This dialog unmounts if its rows leave the table before the response arrives.
  const confirm = () =>
    mutateAsync(ids).then(
      () => {
        toast.done(`Deleted ${what}`)
        onDone()
      },
      // The dialog shows the error if it is still mounted.
      (reason) => toast.failed('Some calls could not be deleted', reason),
    )
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      action={`Delete ${what}`}
      busy={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      All nested calls are deleted too. This cannot be undone.
    </ConfirmDialog>
  )
}

function CloseDialog({ projectId, ids, onDone, onClose }: CallsDialogProps) {
  const { mutateAsync, isPending, error } = useCloseCalls(projectId)
  const toast = useToast()
  const what = pluralize(ids.length, 'open call')
  const confirm = () =>
    mutateAsync(ids).then(
      (closed) => {
        toast.done(`Closed ${pluralize(closed, 'call')}`)
        onDone()
      },
      (reason) => toast.failed('Some calls could not be closed', reason),
    )
  return (
    <ConfirmDialog
      title={`Close ${what}?`}
      action={`Close ${what}`}
      busy={isPending}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      They are marked as failed, with the end time equal to the start time. If the real end still arrives, it
      replaces this one.
    </ConfirmDialog>
  )
}
