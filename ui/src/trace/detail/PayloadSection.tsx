import { kindAt, skipWhitespace } from '@heddle/contract/json-scanner'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { addCustomPath } from '../../call/custom-columns.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { MediaChip, mediaOf } from '../../components/JsonViewer/MediaChip.tsx'
import type { JsonActions } from '../../components/JsonViewer/RowViews.tsx'
import { LongText } from '../../components/LongText.tsx'
import { RefLink } from '../../components/RefLink.tsx'
import { useToast } from '../../components/Toast.tsx'
import { termText } from '../../filter/edit.ts'
import { formatBytes } from '../../format/number.ts'
import { isContainer, JsonChildren } from '../../json/children.ts'
import { prettyJson } from '../../json/pretty.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { parseRef } from '../../navigation/ref.ts'
import styles from './Detail.module.css'

const COPIED_PRETTY_MAX = 1_000_000

interface PayloadSectionProps {
  readonly projectId: string
  readonly title: string
  readonly base: string
  readonly text: string
  readonly view: 'pretty' | 'json'
  /** Shown if there is no payload. */
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

const FIELDS_MAX = 40

interface PrettyPayloadProps {
  readonly label: string
  readonly text: string
  readonly base: string
  readonly actions: JsonActions
}

/** A payload for reading: string fields as text, the others as JSON trees. */
function PrettyPayload({ label, text, base, actions }: PrettyPayloadProps) {
  const fields = useMemo(() => fieldsOf(text), [text])
  if (!fields) return <PrettyValue label={label} text={text} base={base} actions={actions} />
  if (fields.length === 0) return <p className={styles.faint}>Empty.</p>
  return (
    <dl className={styles.fields}>
      {fields.map(({ key, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat, and fields never move.
        <div key={at} className={styles.field}>
          <dt>{key}</dt>
          <dd>
            <PrettyValue label={key} text={value} base={`${base}.${key}`} actions={actions} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PrettyValue({ label, text, base, actions }: PrettyPayloadProps) {
  const kind = kindAt(text, skipWhitespace(text, 0))
  if (isContainer(kind)) return <JsonViewer label={label} text={text} base={base} actions={actions} />
  if (kind !== 'string') return <code>{text.trim()}</code>
  const value = String(JSON.parse(text))
  if (parseRef(value)) return <RefLink of={value} withVersion />
  const media = mediaOf(value)
  return media ? <MediaChip media={media} /> : <LongText text={value} />
}

/** Fields of a small object; undefined for anything else. */
function fieldsOf(text: string): { key: string; value: string }[] | undefined {
  const start = skipWhitespace(text, 0)
  if (kindAt(text, start) !== 'object') return undefined
  const children = new JsonChildren(text, start)
  if (children.has(FIELDS_MAX)) return undefined
  const fields: { key: string; value: string }[] = []
  for (let child = children.at(0); child; child = children.at(fields.length)) {
    fields.push({ key: String(child.key), value: text.slice(child.start, child.end) })
  }
  return fields
}

/** Longer values are searched by their start, to keep the URL short. */
const WHOLE_CHARACTERS_MAX = 300

const filterTerm = (path: string, value: string): string =>
  value.length <= WHOLE_CHARACTERS_MAX
    ? termText(path, value, '=')
    : termText(path, value.slice(0, WHOLE_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, ''))

/** Actions on a payload value: filter by it, or add its path as a column. */
export function useJsonActions(projectId: string): JsonActions {
  const [, navigate] = useLocation()
  const toast = useToast()
  return useMemo(
    () => ({
      onFilter: (path, value) => navigate(tracesPath(projectId, filterTerm(path, value))),
      onColumn: (path) => {
        addCustomPath(projectId, path)
        toast.done(`Added column ${path} to the traces table`)
      },
    }),
    [projectId, navigate, toast],
  )
}
