import { kindAt, skipWhitespace } from '@heddle/contract/json-scanner'
import { useMemo } from 'react'
import { isContainer, JsonChildren } from '../json/children.ts'
import { dottedPath } from '../json/dotted-path.ts'
import { parseRef } from '../navigation/ref.ts'
import { JsonViewer } from './JsonViewer/JsonViewer.tsx'
import { MediaChip, mediaOf } from './JsonViewer/MediaChip.tsx'
import type { JsonActions } from './JsonViewer/RowViews.tsx'
import { LongText } from './LongText.tsx'
import styles from './PrettyJson.module.css'
import { RefLink } from './RefLink.tsx'

const FIELDS_MAX = 40

interface PrettyJsonProps {
  readonly label: string
  readonly text: string
  /** Prefix of the paths in this document: `inputs`. */
  readonly base?: string
  readonly actions?: JsonActions
  /** `plain` has neither frames nor lines, for use inside a card. */
  readonly look?: 'framed' | 'plain'
}

/** JSON for reading: string fields as text, the others as JSON trees. */
export function PrettyJson({ label, text, base, actions, look = 'framed' }: PrettyJsonProps) {
  const fields = useMemo(() => fieldsOf(text), [text])
  const withActions = actions && { actions }
  if (!fields)
    return <PrettyValue label={label} text={text} {...(base !== undefined && { base })} {...withActions} />
  if (fields.length === 0) return <p className={styles.empty}>Empty.</p>
  return (
    <dl className={styles[look]}>
      {fields.map(({ key, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys may repeat, and fields never move.
        <div key={at} className={styles.field}>
          <dt>{key}</dt>
          <dd>
            <PrettyValue
              label={key}
              text={value}
              {...(base !== undefined && { base: dottedPath(base, [key]) })}
              {...withActions}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function PrettyValue(props: PrettyJsonProps) {
  const { text } = props
  const kind = kindAt(text, skipWhitespace(text, 0))
  if (isContainer(kind)) return <JsonViewer {...props} />
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
