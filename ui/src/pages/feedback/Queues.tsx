import type { AnnotationQueueRecord } from '@heddle/contract/annotation-queues'
import { useState } from 'react'
import { Link } from 'wouter'
import { type AnnotationSpec, useAnnotationQueues, useAnnotationSpecs } from '../../api/annotations.ts'
import { useAssignees, useDeleteQueue, useQueueProgress } from '../../api/queues.ts'
import { useWriteAccess } from '../../api/session.ts'
import { useUserNames } from '../../api/users.ts'
import { Button, buttonClass, IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { formatCount } from '../../format/number.ts'
import { projectPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'
import { QueueDialog } from './QueueDialog.tsx'
import { isOf } from './questions.ts'

/** Annotation queues with their questions, people and progress. */
export function Queues({ projectId }: { readonly projectId: string }) {
  const query = useAnnotationQueues(projectId)
  const { data: queues } = query
  const { data: assignees } = useAssignees(projectId)
  const [edited, setEdited] = useState<AnnotationQueueRecord | 'new'>()
  const [deleting, setDeleting] = useState<AnnotationQueueRecord>()
  const deletion = useDeleteQueue(projectId)
  const writeAccess = useWriteAccess(projectId)
  const columns = useColumns(projectId, queues ?? [], { onEdit: setEdited, onDelete: setDeleting })
  return (
    <>
      <div className={styles.bar}>
        <Button variant="primary" icon="plus" {...writeAccess} onClick={() => setEdited('new')}>
          New queue
        </Button>
      </div>
      <Loaded what="queues" queries={[query]}>
        {queues && (
          <PlainTable
            label="Queues"
            columns={columns}
            rows={queues}
            rowId={({ id }) => id}
            empty={
              <EmptyState title="No queues yet" icon="check">
                A queue holds calls for people to review, with the questions they answer. Add calls to it from
                the traces table.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {edited && (
        <QueueDialog
          projectId={projectId}
          queue={edited === 'new' ? undefined : edited}
          assignees={(edited !== 'new' && assignees?.get(edited.id)) || []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.name}?`}
          action="Delete queue"
          busy={deletion.isPending}
          error={deletion.error}
          onConfirm={() => deletion.mutate(deleting.id, { onSuccess: () => setDeleting(undefined) })}
          onClose={() => setDeleting(undefined)}
        >
          Answers already given stay on the calls.
        </ConfirmDialog>
      )}
    </>
  )
}

interface Actions {
  readonly onEdit: (queue: AnnotationQueueRecord) => void
  readonly onDelete: (queue: AnnotationQueueRecord) => void
}

function useColumns(projectId: string, queues: readonly AnnotationQueueRecord[], actions: Actions) {
  const { data: progress } = useQueueProgress(
    projectId,
    queues.map(({ id }) => id),
  )
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  const { data: assignees } = useAssignees(projectId)
  const nameOf = useUserNames(projectId)
  const { disabled } = useWriteAccess(projectId)
  type Row = AnnotationQueueRecord
  return [
    {
      id: 'name',
      title: 'Queue',
      cell: ({ name, description }: Row) => (
        <span className={styles.queueName} title={description}>
          {name}
        </span>
      ),
    },
    { id: 'questions', title: 'Questions', cell: (queue: Row) => questionNames(queue, specs) },
    {
      id: 'people',
      title: 'Assigned to',
      cell: ({ id }: Row) => assignees?.get(id)?.map(nameOf).join(', ') || 'Everyone',
    },
    {
      id: 'progress',
      title: 'Progress',
      cell: ({ id }: Row) => {
        const { total_items: total = 0, completed_items: done = 0 } = progress?.get(id) ?? {}
        return (
          <span className={styles.progress}>
            <progress aria-label="Done" max={Math.max(1, total)} value={done} />
            {formatCount(done)} of {formatCount(total)}
          </span>
        )
      },
    },
    {
      id: 'actions',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (queue: Row) => (
        <span className={styles.rowActions}>
          <Link
            href={`${projectPath(projectId, 'feedback')}?${new URLSearchParams({ tab: 'review', queue: queue.id })}`}
            className={buttonClass('secondary', 'small')}
          >
            Review
          </Link>
          <Button size="small" disabled={disabled} onClick={() => actions.onEdit(queue)}>
            Edit
          </Button>
          <IconButton
            label={`Delete ${queue.name}`}
            icon="trash"
            size="small"
            disabled={disabled}
            onClick={() => actions.onDelete(queue)}
          />
        </span>
      ),
    },
  ]
}

function questionNames({ scorer_refs }: AnnotationQueueRecord, specs: readonly AnnotationSpec[]): string {
  const names = specs.filter((spec) => scorer_refs.some((ref) => isOf(spec, ref))).map(({ name }) => name)
  return names.join(', ') || 'Reactions'
}
