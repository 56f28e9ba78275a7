import { numberAt, valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import type { CallRecord } from '@heddle/contract/calls'
import type { CountedUsage } from '@heddle/contract/calls-stats'
import type { CallMessages } from '@heddle/contract/messages'
import { Link } from 'wouter'
import { useMessages } from '../../api/messages.ts'
import { chronological, useTurns, useTurnUsage } from '../../api/threads.ts'
import { exceptionMessage } from '../../call/exception.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Cost, Duration, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { LongText } from '../../components/LongText.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { errorMessage } from '../../format/error-message.ts'
import { chatOf, lastTurn } from '../../messages/chat.ts'
import { MessageCard } from '../../messages/MessageCard.tsx'
import { TurnList } from '../../messages/TurnList.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'

interface TurnsProps {
  readonly projectId: string
  readonly threadId: string
}

/** The turns of a conversation, across its traces. */
export function Turns({ projectId, threadId }: TurnsProps) {
  const query = useTurns(projectId, threadId)
  const pages = query.data?.pages.map(({ turns }) => turns) ?? []
  const turns = chronological(pages, ({ id }) => id)
  const usage = useTurnUsage(projectId, pages)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <section className={styles.scroller} aria-label={`Conversation ${threadId}`} tabIndex={0}>
      {query.isLoadingError && (
        <ErrorState title="Could not load the conversation" error={query.error} onRetry={query.refetch} />
      )}
      {query.isPending && <SkeletonLines />}
      {query.data && turns.length === 0 && (
        <EmptyState title="No turns in this thread" icon="thread">
          It has no calls yet, or they were deleted.
        </EmptyState>
      )}
      <TurnList className={styles.turns} query={query}>
        {turns.map((turn) => (
          <Turn key={turn.id} projectId={projectId} turn={turn} usage={usage.get(turn.id)} />
        ))}
      </TurnList>
    </section>
  )
}

interface TurnProps {
  readonly projectId: string
  readonly turn: CallRecord
  /** Null if it is unknown, undefined while it loads. */
  readonly usage: CountedUsage | null | undefined
}

function Turn({ projectId, turn, usage }: TurnProps) {
  const isRunning = turn.ended_at === null
  const messages = useMessages(projectId, turn.id, { isRunning })
  return (
    <li className={styles.turn}>
      {messages.isPending && <SkeletonLines count={2} />}
      {messages.data && <Exchange messages={messages.data} />}
      {messages.isLoadingError && (
        <p role="alert" className={styles.exception}>
          Could not load the messages: {errorMessage(messages.error)}
        </p>
      )}
      {turn.exception !== null && (
        <div className={styles.exception}>
          <LongText text={exceptionMessage(turn.exception)} />
        </div>
      )}
      {isRunning && <p className={styles.waiting}>No answer yet.</p>}
      <div className={styles.facts}>
        <StatusDot status={callStatus(valueAt(turn.summary, 'weave.status'))} />
        <Link href={callPath(projectId, turn.id)}>{callName(turn)}</Link>
        <TimeAgo at={turn.started_at} />
        <Duration ms={numberAt(turn.summary, 'weave.latency_ms')} />
        {usage !== undefined && (
          <>
            <Tokens count={usage?.tokens} withUnit />
            <Cost counted={usage?.cost} reported={usage?.reported_cost} />
          </>
        )}
      </div>
    </li>
  )
}

/** What a turn added to the conversation: the last question, and the answer. Earlier turns have their own place. */
function Exchange({ messages }: { readonly messages: CallMessages }) {
  const { input, output } = chatOf(messages)
  return (
    <>
      {lastTurn(input).map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
        <MessageCard key={at} message={message} />
      ))}
      {output.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <MessageCard key={at} message={message} isAnswer />
      ))}
    </>
  )
}
