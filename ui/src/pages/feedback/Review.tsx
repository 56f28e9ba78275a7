import { useAnnotationSpecs, useFinishItem } from '../../api/annotations.ts'
import { useReadOnlyReason } from '../../api/session.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useSearchParam } from '../../navigation/params.ts'
import styles from './Page.module.css'
import { questionsOf } from './questions.ts'
import { ReviewCall } from './ReviewCall.tsx'
import { useReviewItems, useReviewPlace } from './useReview.ts'

const NO_QUEUE = ''

/** Reviews calls one by one, with the keyboard. */
export function Review({ projectId }: { readonly projectId: string }) {
  const [queueId, setQueue] = useSearchParam('queue')
  const [questionId, setQuestion] = useSearchParam('question')
  const { queues, items: listed, error } = useReviewItems(projectId, queueId)
  const { items, item, place, goNext, goBack, restart } = useReviewPlace(listed)
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  const finish = useFinishItem(projectId)
  const mayWrite = useReadOnlyReason(projectId) === undefined

  const questions = questionsOf(specs)
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]
  const leave = (state: 'completed' | 'skipped') => {
    if (mayWrite && queueId !== undefined && item?.itemId !== undefined)
      finish.mutate({ queueId, itemId: item.itemId, state })
    goNext()
  }
  return (
    <>
      <div className={styles.bar}>
        <QueueSelect
          queues={queues}
          selected={queueId}
          onSelect={(id) => {
            setQueue(id)
            restart()
          }}
        />
        <Select
          label="Question"
          options={questions.map(({ id, title }) => ({ value: id, label: title }))}
          value={question?.id ?? ''}
          onChange={setQuestion}
        />
        {items && (
          <span className={styles.count}>
            {Math.min(place + 1, items.length)} of {items.length}
          </span>
        )}
      </div>
      {error && <ErrorState title="Could not load calls" error={error} />}
      {!error && !items && <SkeletonLines />}
      {items && !item && (
        <EmptyState title="All done" icon="check">
          There are no calls left to review.
        </EmptyState>
      )}
      {item && question && (
        <ReviewCall
          key={`${item.callId} ${question.id}`}
          projectId={projectId}
          callId={item.callId}
          question={question}
          onBack={goBack}
          onLeave={leave}
        />
      )}
    </>
  )
}

interface QueueSelectProps {
  readonly queues: readonly { readonly id: string; readonly name: string }[]
  readonly selected: string | undefined
  /** Undefined for the newest traces without feedback. */
  readonly onSelect: (id: string | undefined) => void
}

const QueueSelect = ({ queues, selected, onSelect }: QueueSelectProps) => (
  <Select
    label="Calls to review"
    options={[
      { value: NO_QUEUE, label: 'Newest traces without feedback' },
      ...queues.map(({ id, name }) => ({ value: id, label: `Queue: ${name}` })),
    ]}
    value={selected ?? NO_QUEUE}
    onChange={(id) => onSelect(id === NO_QUEUE ? undefined : id)}
  />
)
