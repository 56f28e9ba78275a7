import { useMemo } from 'react'
import { Link } from 'wouter'
import { useRunRows } from '../../api/evaluations.ts'
import { buttonClass } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Select } from '../../components/Field.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { formatCount } from '../../format/number.ts'
import { projectPath } from '../../navigation/paths.ts'
import { useSearchParam } from '../../navigation/search-param.ts'
import { comparisonColumns } from './compare-columns.tsx'
import { comparisons, filtered, type ShownRows } from './comparison.ts'
import { ExamplePane } from './ExamplePane.tsx'
import styles from './Page.module.css'
import { ScoreBoard } from './ScoreBoard.tsx'
import { scoresOf } from './scores.ts'

const ROWS_MAX = 2000
const SHOWN: readonly { readonly value: ShownRows; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'changed', label: 'Changed' },
  { value: 'regressions', label: 'Regressions' },
  { value: 'improvements', label: 'Improvements' },
]

interface CompareProps {
  readonly projectId: string
  /** The first is the baseline. */
  readonly runIds: readonly string[]
  readonly onRuns: (runIds: readonly string[]) => void
}

/** Runs side by side: their scores as a whole, then example by example. */
export function Compare({ projectId, runIds, onRuns }: CompareProps) {
  const { data, isPending, error } = useRunRows(projectId, runIds, ROWS_MAX)
  const [shownText, setShown] = useSearchParam('show')
  const [scoreId, setScore] = useSearchParam('score')
  const [chosen, choose] = useSearchParam('example')

  const summaries = useMemo(
    () =>
      runIds.flatMap((id) => data?.summary?.evaluations.find((each) => each.evaluation_call_id === id) ?? []),
    [data, runIds],
  )
  const scores = useMemo(() => scoresOf(summaries), [summaries])
  const score = scores.find(({ id }) => id === scoreId) ?? scores[0]
  const all = useMemo(() => comparisons(data?.rows ?? [], runIds, score), [data, runIds, score])
  const shown = SHOWN.find(({ value }) => value === shownText)?.value ?? 'all'
  const rows = useMemo(() => filtered(all, shown), [all, shown])
  const columns = useMemo(() => comparisonColumns(summaries, score), [summaries, score])
  const open = all.find(({ digest }) => digest === chosen)

  const actions = (
    <Link href={projectPath(projectId, 'evaluations')} className={buttonClass('secondary')}>
      All runs
    </Link>
  )
  if (error) return <ErrorState title="The runs could not be compared" error={error} />
  return (
    <div className={styles.compare}>
      <PageHeader title="Compare runs" aside={`${runIds.length} runs`} actions={actions} />
      <ScoreBoard
        summaries={summaries}
        scores={scores}
        projectId={projectId}
        runIds={runIds}
        onRuns={onRuns}
      />
      <div className={styles.bar}>
        <Segmented label="Examples shown" options={SHOWN} value={shown} onChange={setShown} />
        <span className={styles.by}>
          by
          <Select
            label="Score to compare by"
            options={scores.map(({ id }) => ({ value: id, label: id }))}
            value={score?.id ?? ''}
            onChange={setScore}
          />
        </span>
        <span className={styles.count}>
          {formatCount(rows.length)} of {formatCount(data?.total_rows ?? 0)} examples
        </span>
      </div>
      <div className={styles.split}>
        <DataTable
          label="Examples"
          columns={columns}
          rows={rows}
          rowId={({ digest }) => digest}
          activeId={chosen}
          onOpen={({ digest }) => choose(digest)}
          isLoading={isPending}
          empty={<EmptyState title="No example is like that" icon="check" />}
        />
        {open && (
          <ExamplePane
            projectId={projectId}
            example={open}
            summaries={summaries}
            scores={scores}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </div>
  )
}
