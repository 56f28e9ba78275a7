import {
  type Comparison,
  comparisons,
  filtered,
  type RunSummary,
  type Score,
  type ShownRows,
  scoresOf,
} from '@heddle/contract/compare/scores'
import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { useMemo } from 'react'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { useRowCommands } from '../../components/DataTable/useRowCommands.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Segmented, Select } from '../../components/Field.tsx'
import { formatCount } from '../../format/number.ts'
import { formatPreview } from '../../format/preview.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { ExamplePane } from './ExamplePane.tsx'
import styles from './Page.module.css'
import { PartNotice } from './PartNotice.tsx'
import { exampleText } from './run.ts'
import { ScoreBoard, summaryName } from './ScoreBoard.tsx'
import { ExampleScore } from './ScoreValue.tsx'

const SHOWN: readonly { readonly value: ShownRows; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'changed', label: 'Changed' },
  { value: 'regressions', label: 'Regressions' },
  { value: 'improvements', label: 'Improvements' },
]

interface ComparedRunsProps {
  readonly projectId: string
  /** Undefined while loading. */
  readonly results: EvalResultsRecord | undefined
  /** The first one is the baseline. */
  readonly summaries: readonly RunSummary[]
  readonly onRuns: (runIds: readonly string[]) => void
}

/** Overall scores of the runs, followed by their results for each example. */
export function ComparedRuns({ projectId, results, summaries, onRuns }: ComparedRunsProps) {
  const [shownText, setShown] = useSearchParam('show')
  const [scoreId, setScore] = useSearchParam('score')

  const runIds = useMemo(() => summaries.map((run) => run.evaluation_call_id), [summaries])
  const scores = useMemo(() => scoresOf(summaries), [summaries])
  const score = scores.find(({ id }) => id === scoreId) ?? scores[0]
  const all = useMemo(() => comparisons(results?.rows ?? [], runIds, score), [results, runIds, score])
  const shown = SHOWN.find(({ value }) => value === shownText)?.value ?? 'all'
  const rows = useMemo(() => filtered(all, shown), [all, shown])
  const columns = useMemo(() => comparisonColumns(summaries, score), [summaries, score])
  const { example, open, close } = useOpenExample(rows, all)
  return (
    <>
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
          <PartNotice results={results} /> {formatCount(rows.length)} of {formatCount(all.length)} examples
        </span>
      </div>
      <div className={styles.split}>
        <DataTable
          label="Examples"
          columns={columns}
          rows={rows}
          rowId={({ digest }) => digest}
          activeId={example?.digest}
          onOpen={({ digest }) => open(digest)}
          isLoading={results === undefined}
          empty={<EmptyState title="No matching examples" icon="check" />}
        />
        {example && (
          <ExamplePane
            projectId={projectId}
            example={example}
            summaries={summaries}
            scores={scores}
            onClose={close}
          />
        )}
      </div>
    </>
  )
}

/** The example in the side pane, kept in the URL; `j` and `k` step through the list. */
function useOpenExample(rows: readonly Comparison[], all: readonly Comparison[]) {
  const [openDigest, setDigest] = useSearchParam('example')
  const example = all.find(({ digest }) => digest === openDigest)
  const close = () => setDigest(undefined)
  useRowCommands({
    one: 'example',
    group: 'Compare runs',
    isOpen: example !== undefined,
    onStep: (by) => {
      const next = rows[Math.max(0, rows.findIndex(({ digest }) => digest === openDigest) + by)]
      if (next) setDigest(next.digest, { replace: true })
    },
    onClose: close,
  })
  return { example, open: (digest: string) => setDigest(digest), close }
}

/** The example, then the output and score of each run. */
function comparisonColumns(
  summaries: readonly RunSummary[],
  score: Score | undefined,
): DataColumn<Comparison>[] {
  return [
    {
      id: 'example',
      title: 'Example',
      width: 240,
      grow: 1,
      cell: ({ example, digest }) => <span className={styles.text}>{exampleText(example) || digest}</span>,
    },
    ...summaries.map(
      (run): DataColumn<Comparison> => ({
        id: run.evaluation_call_id,
        title: summaryName(run),
        width: 220,
        grow: 1,
        cell: ({ cells }) => {
          const cell = cells.find(({ runId }) => runId === run.evaluation_call_id)
          if (!cell) return null
          return (
            <span className={styles.outcome}>
              {score && <ExampleScore score={score} value={cell.value} delta={cell.delta} />}
              <span className={styles.output}>{formatPreview(cell.trials[0]?.model_output)}</span>
            </span>
          )
        },
      }),
    ),
  ]
}
