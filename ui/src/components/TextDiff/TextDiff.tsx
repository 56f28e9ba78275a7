import { useMemo } from 'react'
import { pluralize } from '../../format/number.ts'
import { Chip } from '../Chip.tsx'
import { classes } from '../classes.ts'
import { type DiffLine, diffLines, folded } from './diff-lines.ts'
import styles from './TextDiff.module.css'

interface TextDiffProps {
  readonly label: string
  readonly before: string
  readonly after: string
}

const MARKS = { same: ' ', added: '+', removed: '−' }
const LINES_MAX = 5000

/** Line diff of two texts, marked by signs as well as colours. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const lines = useMemo(() => folded(diffLines(before, after)), [before, after])
  if (before === after) return <p className={styles.equal}>No differences.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.diff} role="group" aria-label={label} tabIndex={0}>
      {lines.slice(0, LINES_MAX).map((line, at) =>
        line.kind === 'fold' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff never move.
          <div key={at} className={styles.fold}>
            {pluralize(line.count, 'unchanged line')}
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Line key={at} line={line} />
        ),
      )}
      {lines.length > LINES_MAX && (
        <Chip tone="warn">{pluralize(lines.length - LINES_MAX, 'more line')}</Chip>
      )}
    </div>
  )
}

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <div className={classes(styles.line, styles[line.kind])}>
      <span className={styles.number}>{line.before}</span>
      <span className={styles.number}>{line.after}</span>
      <span className={styles.mark}>{MARKS[line.kind]}</span>
      <span className={styles.text}>{line.text}</span>
    </div>
  )
}
