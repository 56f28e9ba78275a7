import { callName } from '@heddle/contract/call/name'
import { useRef } from 'react'
import { Link } from 'wouter'
import { type FinalState, useAnnotationSpecs } from '../../api/annotations.ts'
import { useCall } from '../../api/call.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Select } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { useCommands } from '../../keyboard/commands.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { callPath } from '../../navigation/paths.ts'
import { CallTab } from '../../trace/detail/CallTab.tsx'
import styles from './Page.module.css'
import { isOf, questionsOf } from './questions.ts'
import { ReviewCall } from './ReviewCall.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { useFinish, useReviewItems, useReviewPlace } from './useReview.ts'

const NO_QUEUE = ''

/** Reviews calls one by one, with the keyboard. */
export function Review({ projectId }: { readonly projectId: string }) {
  const [queueId, setQueue] = useSearchParam('queue')
  const [questionId, setQuestion] = useSearchParam('question')
  const { queues, items: listed, hasMore, queries, ...batch } = useReviewItems(projectId, queueId)
  const { items, item, place, goNext, goBack, restart } = useReviewPlace(listed)
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  const finish = useFinish(projectId, queueId)
  const finishing = useRef<Promise<unknown>>(Promise.resolve())
  const toast = useToast()

  const queue = queues.find(({ id }) => id === queueId)
  const asked = specs.filter((spec) => queue?.scorer_refs.some((ref) => isOf(spec, ref)))
  const questions = questionsOf(specs)
  const question = questions.find(({ id }) => id === questionId) ?? questions[0]
  /** Does not wait for the server, so that the next call shows immediately. */
  const leave = (state: FinalState, stored: Promise<unknown>) => {
    finishing.current = Promise.all([finishing.current, finish(item?.itemId, state, stored)])
    goNext()
  }
  const loadNext = async () => {
    // An item that is not finished yet would be among the next ones.
    await finishing.current
    const loaded = await batch.loadNext()
    if (loaded.error) toast.failed('Could not load calls', loaded.error)
    else restart()
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
        {asked.length === 0 && (
          <Select
            label="Question"
            options={questions.map(({ id, title }) => ({ value: id, label: title }))}
            value={question?.id ?? ''}
            onChange={setQuestion}
          />
        )}
        {items && (
          <span className={styles.count}>
            {Math.min(place + 1, items.length)} of {items.length}
            {hasMore && '+'}
          </span>
        )}
      </div>
      <Loaded what="calls" queries={queries}>
        {!items && <SkeletonLines />}
      </Loaded>
      {items && !item && hasMore && <BatchDone isLoading={batch.isLoadingNext} onNext={loadNext} />}
      {items && !item && !hasMore && (
        <EmptyState
          title="All done"
          icon="check"
          actions={
            items.length > 0 && (
              <Button icon="chevronLeft" onClick={goBack}>
                Back
              </Button>
            )
          }
        >
          There are no calls left to review.
        </EmptyState>
      )}
      {item && question && (
        <div className={styles.review}>
          <CallPayloads projectId={projectId} callId={item.callId} />
          {asked.length > 0 ? (
            <ReviewForm
              key={item.callId}
              projectId={projectId}
              callId={item.callId}
              instructions={queue?.description ?? ''}
              questions={asked}
              onBack={goBack}
              onLeave={leave}
            />
          ) : (
            <ReviewCall
              key={`${item.callId} ${question.id}`}
              projectId={projectId}
              callId={item.callId}
              question={question}
              onBack={goBack}
              onLeave={leave}
            />
          )}
        </div>
      )}
    </>
  )
}

interface BatchDoneProps {
  readonly isLoading: boolean
  readonly onNext: () => void
}

function BatchDone({ isLoading, onNext }: BatchDoneProps) {
  const run = () => !isLoading && onNext()
  useCommands([
    {
      id: 'review-next',
      title: 'Load the next calls',
      group: 'Review',
      keys: 'Enter',
      inPalette: false,
      run,
    },
  ])
  return (
    <EmptyState
      title="No more calls in this batch"
      icon="check"
      actions={
        <Button variant="primary" disabled={isLoading} onClick={onNext}>
          Load the next ones
        </Button>
      }
    >
      There are more calls to review.
    </EmptyState>
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

interface CallPayloadsProps {
  readonly projectId: string
  readonly callId: string
}

function CallPayloads({ projectId, callId }: CallPayloadsProps) {
  const { data: call } = useCall(projectId, callId)
  if (call === undefined) return <SkeletonLines />
  if (call === null) return <EmptyState title="This call no longer exists" />
  return (
    <div className={styles.call}>
      <div className={styles.head}>
        <h2>{callName(call)}</h2>
        <TimeAgo at={call.started_at} />
        <Link href={callPath(projectId, callId)}>Open trace</Link>
      </div>
      <CallTab projectId={projectId} call={call} />
    </div>
  )
}
