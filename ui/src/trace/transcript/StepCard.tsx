import { type CallWithTexts, useCall } from '../../api/call.ts'
import { argumentsText, asMessages, readableText } from '../../call/readable-text.ts'
import { classes } from '../../components/classes.ts'
import { Duration, Money, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { LongText } from '../../components/LongText.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { StatusDot } from '../../components/StatusDot.tsx'
import { MessageBody } from '../detail/ChatView.tsx'
import { KindIcon } from '../KindIcon.tsx'
import { callKind, durationUs, type TraceTree } from '../tree.ts'
import type { TranscriptStep } from './steps.ts'
import styles from './Transcript.module.css'

interface StepCardProps {
  readonly projectId: string
  readonly tree: TraceTree
  readonly step: TranscriptStep
  readonly isSelected: boolean
  readonly onSelect: (index: number) => void
}

export function StepCard({ projectId, tree, step, isSelected, onSelect }: StepCardProps) {
  const { index, kind } = step
  const { calls } = tree.skeleton
  return (
    <article className={classes(styles.card, styles[kind], isSelected && styles.selected)}>
      <button type="button" className={styles.head} onClick={() => onSelect(index)}>
        <StepIcon tree={tree} step={step} />
        <span className={styles.title}>{titleOf(tree, step)}</span>
        {kind !== 'start' && <StatusDot status={calls.status[index] ?? 'running'} />}
        <span className={styles.figures}>
          {kind !== 'start' && <Duration ms={durationUs(tree, index) / 1000} />}
          {kind === 'turn' && (
            <>
              <span>
                <Tokens count={calls.tokens[index]} /> tokens
              </span>
              <Money dollars={calls.cost[index]} />
            </>
          )}
        </span>
      </button>
      {kind !== 'section' && <StepBody projectId={projectId} callId={calls.id[index] ?? ''} kind={kind} />}
    </article>
  )
}

function StepIcon({ tree, step: { index, kind } }: Pick<StepCardProps, 'tree' | 'step'>) {
  if (kind === 'start') return <Icon name="user" size={14} />
  if (kind === 'end') return <Icon name="check" size={14} />
  return <KindIcon kind={callKind(tree, index)} />
}

function titleOf(tree: TraceTree, { index, kind }: TranscriptStep): string {
  const name = tree.names[index] ?? ''
  if (kind === 'start') return 'Input'
  if (kind === 'end') return 'Result'
  const model = tree.skeleton.models[tree.skeleton.calls.model[index] ?? -1]
  return kind === 'turn' && model !== undefined ? model : name
}

interface StepBodyProps {
  readonly projectId: string
  readonly callId: string
  readonly kind: TranscriptStep['kind']
}

function StepBody({ projectId, callId, kind }: StepBodyProps) {
  const { data: call } = useCall(projectId, callId)
  if (!call) return <Skeleton width="60%" />
  return (
    <div className={styles.body}>
      <StepContent call={call} kind={kind} />
      {call.exception !== null && kind !== 'start' && <p className={styles.failure}>{call.exception}</p>}
    </div>
  )
}

function StepContent({
  call,
  kind,
}: {
  readonly call: CallWithTexts
  readonly kind: TranscriptStep['kind']
}) {
  const { inputs, output } = call.texts
  switch (kind) {
    case 'start':
      return <LongText text={readableText(inputs)} />
    case 'end':
      return output === 'null' ? null : <LongText text={readableText(output)} />
    case 'turn':
      return asMessages(output).map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never move.
        <MessageBody key={at} message={message} />
      ))
    default:
      return (
        <>
          <code className={styles.args}>{argumentsText(inputs)}</code>
          {output !== 'null' && (
            <div className={styles.result}>
              <LongText text={readableText(output)} />
            </div>
          )}
        </>
      )
  }
}
