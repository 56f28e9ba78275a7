import { durationUs, type TraceTree } from '@heddle/contract/compare/tree'
import type { CallMessages } from '@heddle/contract/messages'
import { useContext } from 'react'
import { useCall } from '../../api/call.ts'
import { useMessages } from '../../api/messages.ts'
import { exceptionMessage } from '../../call/exception.ts'
import { callKind } from '../../call/kind.ts'
import { classes } from '../../components/classes.ts'
import { Duration, Money, Tokens } from '../../components/Figures.tsx'
import { Icon } from '../../components/icons.tsx'
import { LongText } from '../../components/LongText.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { StatusDot } from '../../components/StatusDot.tsx'
import { type ChatMessage, type ChatPart, chatOf, comparable, lastTurn } from '../../messages/chat.ts'
import { DocumentCard, Part, ToolBody } from '../../messages/Part.tsx'
import { ToolRuns } from '../../messages/tool-runs.ts'
import { KindIcon } from '../KindIcon.tsx'
import type { TranscriptStep } from './steps.ts'
import styles from './Transcript.module.css'

interface StepCardProps {
  readonly projectId: string
  readonly tree: TraceTree
  readonly step: TranscriptStep
  /** For the result of the trace: the call shown before it. */
  readonly before: number | undefined
  readonly isSelected: boolean
  readonly onSelect: (index: number) => void
}

/** A step with what it added to the conversation. A result that repeats the last step is not shown again. */
export function StepCard({ projectId, tree, step, before, isSelected, onSelect }: StepCardProps) {
  const { index, kind } = step
  const { calls } = tree.skeleton
  const id = calls.id[index] ?? ''
  const isRunning = calls.duration_us[index] === null
  const { data: messages } = useMessages(projectId, id, { isRunning, enabled: kind !== 'section' })
  const { data: previous } = useMessages(projectId, calls.id[before ?? -1] ?? '', {
    enabled: before !== undefined,
  })
  const isPassedOn = kind === 'call' && messages ? passesOn(messages) : false
  if (messages && previous && lastAnswer(messages) === lastAnswer(previous)) return null
  return (
    <article className={classes(styles.card, styles[kind], isSelected && styles.selected)}>
      <button type="button" className={styles.head} onClick={() => onSelect(index)}>
        <StepIcon step={step} kind={messages?.kind ?? callKind(tree, index)} />
        <span className={styles.title}>{titleOf(tree, step)}</span>
        {kind !== 'start' && <StatusDot status={calls.status[index] ?? 'running'} />}
        {isPassedOn && <span className={styles.passedOn}>passed on unchanged</span>}
        <StepFigures tree={tree} step={step} />
      </button>
      {kind !== 'section' && !isPassedOn && (
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

const lastAnswer = (messages: CallMessages): string => comparable(chatOf(messages).output.slice(-1))

/** Whether the output is what came in, as with parsers and wrappers. */
function passesOn(messages: CallMessages): boolean {
  const { input, output } = chatOf(messages)
  return output.length > 0 && comparable(lastTurn(input)) === comparable(output)
}

function StepFigures({ tree, step: { index, kind } }: Pick<StepCardProps, 'tree' | 'step'>) {
  const { tokens, cost } = tree.skeleton.calls
  return (
    <span className={styles.figures}>
      {kind !== 'start' && <Duration ms={durationUs(tree, index) / 1000} />}
      {kind === 'call' && typeof tokens[index] === 'number' && (
        <>
          <Tokens count={tokens[index]} withUnit />
          <Money dollars={cost[index]} />
        </>
      )}
    </span>
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
  const turn = lastTurn(input)
  const isModel = messages.kind === 'llm'
  const isTool = messages.kind === 'tool'
  const hasDocuments = output.some(({ parts }) => parts.some(({ type }) => type === 'document'))
  return (
    <div className={styles.parts}>
      {kind === 'start' && <Parts messages={turn.slice(0, 1)} />}
      {kind === 'call' && !isModel && <Parts messages={turn} isTool={isTool} />}
      {kind !== 'start' && <Parts messages={output} isTool={isTool} />}
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
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move.
      <StepPart key={at} part={part} isTool={isTool} />
    ))

function StepPart({ part, isTool }: { readonly part: ChatPart; readonly isTool: boolean }) {
  const findRun = useContext(ToolRuns)
  if (part.type !== 'tool') return <Part part={part} clip={CHARACTERS} />
  if (isTool) return <ToolBody use={part} />
  // The call that ran the tool has a card of its own.
  if (!part.result && findRun(part))
    return (
      <p className={styles.calls}>
        <Icon name="tool" size={13} /> Calls <code>{part.name}</code>
      </p>
    )
  return <Part part={part} clip={CHARACTERS} />
}

function StepError({ projectId, callId }: { readonly projectId: string; readonly callId: string }) {
  const { data: call } = useCall(projectId, callId)
  if (!call?.exception) return null
  return (
    <div className={styles.failure}>
      <LongText text={exceptionMessage(call.exception)} />
    </div>
  )
}
