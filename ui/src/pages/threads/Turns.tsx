import { numberAt, valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import type { CallRecord } from '@heddle/contract/calls'
import type { CountedUsage } from '@heddle/contract/calls-stats'
import type { CallMessages } from '@heddle/contract/messages'
import { Link } from 'wouter'
import { useMessagesOf } from '../../api/messages.ts'
import { TURNS_MAX, useTurns, useTurnUsage } from '../../api/threads.ts'
import { exceptionMessage } from '../../call/exception.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Cost, Duration, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { chatOf, lastTurn } from '../../messages/chat.ts'
import { MessageCard } from '../../messages/MessageCard.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'

interface TurnsProps {
  readonly projectId: string
  readonly threadId: string
}

const NONE: readonly CallRecord[] = []

/** The turns of a conversation, across its traces. */
export function Turns({ projectId, threadId }: TurnsProps) {
  const { data, error } = useTurns(projectId, threadId)
  const turns = data?.turns ?? NONE
  const ids = turns.map(({ id }) => id)
  const messages = useMessagesOf(projectId, ids)
  const { data: usage } = useTurnUsage(projectId, ids)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <section className={styles.scroller} aria-label={`Conversation ${threadId}`} tabIndex={0}>
      {error && <ErrorState title="Could not load the conversation" error={error} />}
      {!error && !data && <SkeletonLines />}
      {data?.isCut && <p className={styles.waiting}>These are the latest {TURNS_MAX} turns.</p>}
      <ol className={styles.turns}>
        {turns.map((turn, at) => (
          <Turn
            key={turn.id}
            projectId={projectId}
            turn={turn}
            messages={messages[at]?.data ?? undefined}
            usage={usage?.get(turn.id)}
          />
        ))}
      </ol>
    </section>
  )
}

interface TurnProps {
  readonly projectId: string
  readonly turn: CallRecord
  /** Undefined while loading. */
  readonly messages: CallMessages | undefined
  readonly usage: CountedUsage | undefined
}

function Turn({ projectId, turn, messages, usage }: TurnProps) {
  return (
    <li className={styles.turn}>
      {messages ? <Exchange messages={messages} /> : <SkeletonLines count={2} />}
      {turn.exception !== null && <p className={styles.exception}>{exceptionMessage(turn.exception)}</p>}
      {turn.ended_at === null && <p className={styles.waiting}>No answer yet.</p>}
      <div className={styles.facts}>
        <StatusDot status={callStatus(valueAt(turn.summary, 'weave.status'))} />
        <Link href={callPath(projectId, turn.id)}>{callName(turn)}</Link>
        <TimeAgo at={turn.started_at} />
        <Duration ms={numberAt(turn.summary, 'weave.latency_ms')} />
        {usage && (
          <>
            <span>
              <Tokens count={usage.tokens} /> tokens
            </span>
            <Cost counted={usage.cost} reported={usage.reported_cost} />
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
