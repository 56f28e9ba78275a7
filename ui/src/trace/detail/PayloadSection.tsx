import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { addCustomPath } from '../../call/custom-columns.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import type { JsonActions } from '../../components/JsonViewer/RowViews.tsx'
import { PrettyJson } from '../../components/PrettyJson.tsx'
import { useToast } from '../../components/Toast.tsx'
import { termText, withoutField, withTerm } from '../../filter/edit.ts'
import { formatBytes } from '../../format/number.ts'
import { prettyJson } from '../../json/pretty.ts'
import { lastFilter, tracesPath } from '../../navigation/paths.ts'
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
    <section className={styles.payload} aria-label={title} data-payload="">
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
          <PrettyJson label={title} text={text} base={base} actions={actions} />
        ))}
    </section>
  )
}

/** Longer values are searched by their start, to keep the URL short. */
const WHOLE_CHARACTERS_MAX = 300

const filterTerm = (path: string, value: string): string =>
  value.length <= WHOLE_CHARACTERS_MAX
    ? termText(path, value, '=')
    : termText(path, value.slice(0, WHOLE_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, ''))

/** Adds to the filter of the table. Not `root:true`: the value may be that of a call further down. */
const addedToLast = (projectId: string, term: string): string =>
  withTerm(withoutField(lastFilter(projectId) ?? '', 'root'), term)

/** Actions on a payload value: filter by it, or add its path as a column. */
export function useJsonActions(projectId: string): JsonActions {
  const [, navigate] = useLocation()
  const toast = useToast()
  return useMemo(
    () => ({
      onFilter: (path, value) =>
        navigate(tracesPath(projectId, addedToLast(projectId, filterTerm(path, value)))),
      onColumn: (path) => {
        addCustomPath(projectId, path)
        toast.done(`Added column ${path} to the traces table`)
      },
    }),
    [projectId, navigate, toast],
  )
}
