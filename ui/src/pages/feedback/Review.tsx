import { useState } from 'react'
import { useFinishItem } from '../../api/annotation-queues.ts'
import { useAnnotationSpecs } from '../../api/annotation-specs.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useSearchParam } from '../../navigation/search-param.ts'
import styles from './Page.module.css'
import { questionsOf } from './questions.ts'
import { ReviewCall } from './ReviewCall.tsx'
import { useReviewItems } from './useReviewItems.ts'

const NO_QUEUE = ''

/** One call after the other, judged by keys. */
export function Review({ projectId }: { readonly projectId: string }) {
  const [queueId, setQueue] = useSearchParam('queue')
  const [questionId, setQuestion] = useSearchParam('question')
  const { queues, items, error } = useReviewItems(projectId, queueId)
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  const finish = useFinishItem(projectId)
  const [place, setPlace] = useState(0)

  const questions = questionsOf(specs)
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]
  const item = items?.[place]
  const leave = (state: 'completed' | 'skipped') => {
    if (queueId !== undefined && item?.itemId !== undefined)
      finish.mutate({ queueId, itemId: item.itemId, state })
    setPlace(place + 1)
  }
  return (
    <>
      <div className={styles.bar}>
        <Select
          label="Calls to review"
          options={[
            { value: NO_QUEUE, label: 'Newest traces without feedback' },
            ...queues.map(({ id, name }) => ({ value: id, label: `Queue: ${name}` })),
          ]}
          value={queueId ?? NO_QUEUE}
          onChange={(id) => {
            setPlace(0)
            setQueue(id === NO_QUEUE ? undefined : id)
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
      {error && <ErrorState title="The calls could not be read" error={error} />}
      {!error && !items && <SkeletonLines />}
      {items && !item && (
        <EmptyState title="All done" icon="check">
          No call waits for a judgement here.
        </EmptyState>
      )}
      {item && question && (
        <ReviewCall
          key={`${item.callId} ${question.id}`}
          projectId={projectId}
          callId={item.callId}
          question={question}
          onBack={() => setPlace(Math.max(0, place - 1))}
          onLeave={leave}
        />
      )}
    </>
  )
}
