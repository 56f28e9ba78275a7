import type { CallRecord } from '@heddle/contract/calls'
import { Link } from 'wouter'
import { useTurns } from '../../api/threads.ts'
import { numberAt, valueAt } from '../../call/json.ts'
import { callName } from '../../call/name.ts'
import { readableText } from '../../call/readable-text.ts'
import { usageOf } from '../../call/usage.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Duration, Money, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { LongText } from '../../components/LongText.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './Page.module.css'

interface TurnsProps {
  readonly projectId: string
  readonly threadId: string
}

/** The turns of a conversation. */
export function Turns({ projectId, threadId }: TurnsProps) {
  const { data: turns, error } = useTurns(projectId, threadId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <section className={styles.scroller} aria-label={`Conversation ${threadId}`} tabIndex={0}>
      {error && <ErrorState title="Could not load the conversation" error={error} />}
      {!error && !turns && <SkeletonLines />}
      <ol className={styles.turns}>
        {turns?.map((turn) => (
          <Turn key={turn.id} projectId={projectId} turn={turn} />
        ))}
      </ol>
    </section>
  )
}

function Turn({ projectId, turn }: { readonly projectId: string; readonly turn: CallRecord }) {
  const { tokens, cost } = usageOf(turn)
  return (
    <li className={styles.turn}>
      <div className={styles.input}>
        <Icon name="user" size={14} />
        <LongText text={textOf(turn.inputs)} />
      </div>
      <div className={styles.output}>
        <Icon name="llm" size={14} />
        <div>
          {turn.exception !== null && <p className={styles.exception}>{turn.exception}</p>}
          {turn.output !== null && <LongText text={textOf(turn.output)} />}
          {turn.ended_at === null && <p className={styles.waiting}>No answer yet.</p>}
        </div>
      </div>
      <div className={styles.facts}>
        <StatusDot status={callStatus(valueAt(turn.summary, 'weave.status'))} />
        <Link href={callPath(projectId, turn.id)}>{callName(turn)}</Link>
        <TimeAgo at={turn.started_at} />
        <Duration ms={numberAt(turn.summary, 'weave.latency_ms')} />
        <span>
          <Tokens count={tokens} /> tokens
        </span>
        <Money dollars={cost} />
      </div>
    </li>
  )
}

const textOf = (payload: unknown): string => readableText(JSON.stringify(payload))
