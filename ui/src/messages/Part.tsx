import type { Document } from '@heddle/contract/messages'
import { useContext } from 'react'
import { Link } from 'wouter'
import { Duration } from '../components/Figures.tsx'
import { Icon } from '../components/icons.tsx'
import { LongText } from '../components/LongText.tsx'
import { PrettyJson } from '../components/PrettyJson.tsx'
import { StatusDot } from '../components/StatusDot.tsx'
import { formatBytes, formatMean, pluralize } from '../format/number.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import type { ChatPart, ToolUse } from './chat.ts'
import { MediaPart } from './MediaPart.tsx'
import styles from './Messages.module.css'
import { type ToolRun, ToolRuns } from './tool-runs.ts'

interface PartProps {
  readonly part: ChatPart
  /** Characters of text shown until the reader asks for all. */
  readonly clip?: number | undefined
}

/** A part of a message. */
export function Part({ part, clip }: PartProps) {
  switch (part.type) {
    case 'text':
      return part.content === '' ? null : <Markdown text={part.content} clip={clip} />
    case 'reasoning':
      return <Thinking text={part.content} />
    case 'tool':
      return <ToolCard use={part} />
    case 'document':
      return <DocumentCard document={part} />
    case 'data':
      return <Data value={part.value} clip={clip} />
    default:
      return <MediaPart part={part} />
  }
}

/** A value in no known shape. A large one is folded: it is rarely what a reader looks for. */
function Data({ value, clip }: { readonly value: unknown; readonly clip: number | undefined }) {
  const length = typeof value === 'string' ? 0 : (JSON.stringify(value)?.length ?? 0)
  if (clip === undefined || length <= clip) return <Value label="Value" value={value} />
  return (
    <details className={styles.data}>
      <summary>
        Data <span className={styles.faint}>{formatBytes(length)}</span>
      </summary>
      <Value label="Value" value={value} />
    </details>
  )
}

function Thinking({ text }: { readonly text: string }) {
  if (text === '') return <p className={styles.faint}>Thinking, not disclosed by the provider</p>
  return (
    <details className={styles.thinking}>
      <summary>
        Thinking <span className={styles.faint}>{pluralize(text.length, 'character')}</span>
      </summary>
      <Markdown text={text} />
    </details>
  )
}

/** A tool call with its arguments and its result; if its own call is part of the trace, with duration and error. */
function ToolCard({ use }: { readonly use: ToolUse }) {
  const run = useContext(ToolRuns)(use)
  return (
    <section className={styles.toolCard}>
      <div className={styles.toolHead}>
        <span className={styles.toolName} title={use.id}>
          <Icon name="tool" size={13} /> {use.name}
        </span>
        {run?.error !== undefined && <StatusDot status="error" />}
        {run && <RunTime run={run} />}
      </div>
      <ToolBody use={use} />
      {run?.error !== undefined && (
        <div className={styles.toolError}>
          <LongText text={run.error} />
        </div>
      )}
    </section>
  )
}

function RunTime({ run: { href, durationMs } }: { readonly run: ToolRun }) {
  const time = durationMs === undefined ? 'running' : <Duration ms={durationMs} />
  if (href === undefined) return <span className={styles.toolRun}>{time}</span>
  return (
    <Link href={href} className={styles.toolRun} aria-label="Open tool call">
      {time}
    </Link>
  )
}

/** Arguments and result of a tool, where its name is known already. */
export function ToolBody({ use }: { readonly use: ToolUse }) {
  return (
    <>
      {use.arguments !== undefined && (
        <div className={styles.toolPart}>
          <span className={styles.label}>Arguments</span>
          <Value label={`Arguments of ${use.name}`} value={use.arguments} />
        </div>
      )}
      {use.result && (
        <div className={styles.toolPart}>
          <span className={styles.label}>Result</span>
          <Value label={`Result of ${use.name}`} value={use.result.value} />
        </div>
      )}
    </>
  )
}

/** A retrieved document: title, score and text. */
export function DocumentCard({ document }: { readonly document: Document }) {
  const { id, title, score, content, metadata } = document
  return (
    <section className={styles.document}>
      <div className={styles.documentHead}>
        <Icon name="retriever" size={13} />
        <span className={styles.documentTitle}>{title ?? id ?? 'Document'}</span>
        {score !== undefined && (
          <span className={styles.score} title={`Score ${score}`}>
            {formatMean(score)}
          </span>
        )}
      </div>
      {content !== '' && <Markdown text={content} clip={600} />}
      {hasFields(metadata) && (
        <details>
          <summary>Metadata</summary>
          <Value label="Metadata" value={metadata} />
        </details>
      )}
    </section>
  )
}

const hasFields = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && Object.keys(metadata).length > 0

/** A value of any shape, for reading. */
export function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (typeof value === 'string') return <LongText text={value} />
  return <PrettyJson label={label} text={JSON.stringify(value) ?? 'null'} look="plain" />
}
