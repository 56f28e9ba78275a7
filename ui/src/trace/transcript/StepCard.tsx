import type { CallMessages } from '@heddle/contract/messages'
import { useCall } from '../../api/call.ts'
import { useMessages } from '../../api/messages.ts'
import { exceptionMessage } from '../../call/preview.ts'
import { classes } from '../../components/classes.ts'
import { Duration, Money, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { StatusDot } from '../../components/StatusDot.tsx'
import { type ChatMessage, chatOf } from '../../messages/chat.ts'
import { DocumentCard, Part, ToolBody } from '../../messages/Part.tsx'
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
  const id = calls.id[index] ?? ''
  const isRunning = calls.duration_us[index] === null
  const { data: messages } = useMessages(projectId, id, { isRunning, enabled: kind !== 'section' })
  return (
    <article className={classes(styles.card, styles[kind], isSelected && styles.selected)}>
      <button type="button" className={styles.head} onClick={() => onSelect(index)}>
        <StepIcon step={step} kind={messages?.kind ?? callKind(tree, index)} />
        <span className={styles.title}>{titleOf(tree, step)}</span>
        {kind !== 'start' && <StatusDot status={calls.status[index] ?? 'running'} />}
        <span className={styles.figures}>
          {kind !== 'start' && <Duration ms={durationUs(tree, index) / 1000} />}
          {kind === 'call' && calls.tokens[index] !== null && (
            <>
              <span>
                <Tokens count={calls.tokens[index]} /> tokens
              </span>
              <Money dollars={calls.cost[index]} />
            </>
          )}
        </span>
      </button>
      {kind !== 'section' && (
        <div className={styles.body}>
          {messages ? <StepContent messages={messages} kind={kind} /> : <Skeleton width="60%" />}
          {kind === 'call' && calls.status[index] === 'error' && (
            <StepError projectId={projectId} callId={id} />
          )}
        </div>
      )}
    </article>
  )
}

interface StepIconProps {
  readonly step: TranscriptStep
  readonly kind: CallMessages['kind']
}

function StepIcon({ step, kind }: StepIconProps) {
  if (step.kind === 'start') return <Icon name="user" size={14} />
  return step.kind === 'end' ? <Icon name="check" size={14} /> : <KindIcon kind={kind} />
}

function titleOf(tree: TraceTree, { index, kind }: TranscriptStep): string {
  if (kind === 'start') return 'Input'
  if (kind === 'end') return 'Result'
  return tree.names[index] ?? ''
}

/** The question of the trace, its answer, or what a call added to them. */
function StepContent({
  messages,
  kind,
}: {
  readonly messages: CallMessages
  readonly kind: TranscriptStep['kind']
}) {
  const { input, output } = chatOf(messages)
  const question = input.slice(
    Math.max(
      0,
      input.findLastIndex(({ role }) => role === 'user'),
    ),
  )
  const isModel = messages.kind === 'llm'
  const hasDocuments = output.some(({ parts }) => parts.some(({ type }) => type === 'document'))
  return (
    <div className={styles.parts}>
      {(kind === 'start' || (kind === 'call' && !isModel)) && <Parts messages={question} />}
      {kind !== 'start' && <Parts messages={output} isTool={messages.kind === 'tool'} />}
      {kind === 'call' &&
        !hasDocuments &&
        messages.documents.slice(0, DOCUMENTS_MAX).map((document, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: documents never move.
          <DocumentCard key={at} document={document} />
        ))}
    </div>
  )
}

const DOCUMENTS_MAX = 5
const CHARACTERS = 800

interface PartsProps {
  readonly messages: readonly ChatMessage[]
  /** Whether the card is that of a tool, and has its name as title. */
  readonly isTool?: boolean
}

const Parts = ({ messages, isTool = false }: PartsProps) =>
  messages
    .flatMap(({ parts }) => parts)
    .map((part, at) =>
      isTool && part.type === 'tool' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
        <ToolBody key={at} use={part} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Part key={at} part={part} clip={CHARACTERS} />
      ),
    )

function StepError({ projectId, callId }: { readonly projectId: string; readonly callId: string }) {
  const { data: call } = useCall(projectId, callId)
  return call?.exception ? <p className={styles.failure}>{exceptionMessage(call.exception)}</p> : null
}
