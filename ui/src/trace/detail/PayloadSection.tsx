import { useMemo } from 'react'
import { CopyButton } from '../../components/CopyButton.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { formatBytes } from '../../format/number.ts'
import { prettyJson } from '../../json/pretty.ts'
import styles from './Detail.module.css'
import { PrettyPayload } from './PrettyPayload.tsx'
import { useJsonActions } from './useJsonActions.ts'

const COPIED_PRETTY_MAX = 1_000_000

interface PayloadSectionProps {
  readonly projectId: string
  readonly title: string
  readonly base: string
  readonly text: string
  readonly view: 'pretty' | 'json'
  /** Said in the place of a payload that is not there. */
  readonly note?: string | undefined
}

export function PayloadSection({ projectId, title, base, text, view, note }: PayloadSectionProps) {
  const actions = useJsonActions(projectId)
  const copied = useMemo(() => (text.length < COPIED_PRETTY_MAX ? prettyJson(text) : text), [text])
  return (
    <section className={styles.payload} aria-label={title}>
      <div className={styles.payloadHead}>
        <h3>{title}</h3>
        {text.length > 2000 && <span className={styles.faint}>{formatBytes(text.length)}</span>}
        <CopyButton text={copied} label={`Copy ${title.toLowerCase()}`} />
      </div>
      {note !== undefined && <p className={styles.faint}>{note}</p>}
      {note === undefined &&
        (view === 'json' ? (
          <JsonViewer label={title} text={text} base={base} actions={actions} />
        ) : (
          <PrettyPayload label={title} text={text} base={base} actions={actions} />
        ))}
    </section>
  )
}
