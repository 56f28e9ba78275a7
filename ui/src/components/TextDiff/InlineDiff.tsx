import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import styles from './TextDiff.module.css'

/** Texts with more edits than this have so little in common that they are shown as replaced. */
const EDITS_MAX = 500

interface InlineDiffProps {
  readonly before: string
  readonly after: string
}

/** Word diff of two texts, in one paragraph. */
export function InlineDiff({ before, after }: InlineDiffProps) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX }) ?? [
        { removed: true, added: false, value: before },
        { removed: false, added: true, value: after },
      ],
    [before, after],
  )
  return (
    <p className={styles.inline}>
      {parts.map(({ added, removed, value }, at) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span'
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a diff never move.
        return <Tag key={at}>{value}</Tag>
      })}
    </p>
  )
}
