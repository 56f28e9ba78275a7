import { useState } from 'react'
import { Link } from 'wouter'
import { useAnnotationQueues } from '../api/annotations.ts'
import { useAddToQueue } from '../api/queues.ts'
import { FormDialog } from '../components/Dialog.tsx'
import { Select } from '../components/Field.tsx'
import { useToast } from '../components/Toast.tsx'
import { pluralize } from '../format/number.ts'
import { projectPath } from '../navigation/paths.ts'

interface QueueDialogProps {
  readonly projectId: string
  readonly callIds: readonly string[]
  readonly onClose: () => void
}

/** Adds calls to an annotation queue. */
export function QueueDialog({ projectId, callIds, onClose }: QueueDialogProps) {
  const { data: queues } = useAnnotationQueues(projectId)
  const [chosen, setChosen] = useState<string>()
  const { mutate, isPending, error } = useAddToQueue(projectId)
  const toast = useToast()
  const queue = queues?.find(({ id }) => id === chosen) ?? queues?.[0]
  const add = () =>
    queue &&
    mutate(
      { queueId: queue.id, callIds },
      {
        onSuccess: (added) => {
          toast.done(`Added ${pluralize(added, 'call')} to ${queue.name}`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Add to queue"
      action={`Add ${pluralize(callIds.length, 'call')}`}
      isReady={queue !== undefined && !isPending}
      error={error}
      onSubmit={add}
      onClose={onClose}
    >
      {queues?.length === 0 ? (
        <p>
          There is no queue yet.{' '}
          <Link href={`${projectPath(projectId, 'feedback')}?tab=queues`}>Create one</Link>
        </p>
      ) : (
        <Select
          label="Queue"
          options={(queues ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={queue?.id ?? ''}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  )
}
