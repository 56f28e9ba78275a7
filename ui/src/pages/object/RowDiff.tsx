import { useMemo } from 'react'
import { useAllRows } from '../../api/tables.ts'
import { Chip, type Tone } from '../../components/Chip.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { TextDiff } from '../../components/TextDiff/TextDiff.tsx'
import { pluralize } from '../../format/number.ts'
import styles from './Page.module.css'
import { type RowChange, rowChanges } from './row-diff.ts'

const CHANGES_MAX = 100

interface RowDiffProps {
  readonly projectId: string
  /** Digests of the tables. */
  readonly before: string
  readonly after: string
}

/** The rows that differ between two versions of a dataset. */
export function RowDiff({ projectId, before, after }: RowDiffProps) {
  const old = useAllRows(projectId, before)
  const young = useAllRows(projectId, after)
  const changes = useMemo(
    () => (old.data && young.data ? rowChanges(old.data, young.data) : undefined),
    [old.data, young.data],
  )
  if (!old.data || !young.data)
    return (
      <Loaded what="the rows" queries={[old, young]}>
        <SkeletonLines />
      </Loaded>
    )
  if (!changes)
    return <EmptyState title="These versions have too little in common to be compared row by row" />
  const count = (kind: RowChange['kind']) => changes.filter((change) => change.kind === kind).length
  return (
    <section aria-label="Rows that differ">
      <p className={styles.diffCounts}>
        {pluralize(count('added'), 'row')} added, {count('changed')} changed, {count('removed')} removed
      </p>
      <ol className={styles.rowChanges}>
        {changes.slice(0, CHANGES_MAX).map((change) => (
          <li key={`${change.kind} ${change.index}`}>
            <Chip tone={TONES[change.kind]}>
              Row {change.index} {change.kind}
            </Chip>
            <TextDiff label={`Row ${change.index}`} before={change.before} after={change.after} />
          </li>
        ))}
      </ol>
      {changes.length > CHANGES_MAX && <p>And {pluralize(changes.length - CHANGES_MAX, 'more row')}.</p>}
    </section>
  )
}

const TONES: Readonly<Record<RowChange['kind'], Tone>> = { added: 'good', changed: 'accent', removed: 'bad' }
