import { numberAt, valueAt } from '@heddle/contract/call/json'
import type { CallStatus } from '@heddle/contract/call/status'
import { overallScore, type RunSummary, type Score } from '@heddle/contract/compare/scores'
import type { EvaluationRunRecord } from '@heddle/contract/evaluations'
import { Link } from 'wouter'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { Duration, MoneyCell, TimeAgo } from '../../components/Figures.tsx'
import { RefLink } from '../../components/RefLink.tsx'
import { StatusDot } from '../../components/StatusDot.tsx'
import { runPath } from '../../navigation/paths.ts'
import { parseRef } from '../../navigation/ref.ts'
import styles from './Page.module.css'
import { ScoreValue } from './ScoreValue.tsx'

export interface RunRow {
  readonly run: EvaluationRunRecord
  /** Undefined while loading. */
  readonly summary: RunSummary | undefined
}

const STATUSES: Record<EvaluationRunRecord['status'], CallStatus> = {
  running: 'running',
  completed: 'success',
  failed: 'error',
}

/** Columns of the run list: run details, then one column per score. */
export function runColumns(projectId: string, scores: readonly Score[]): DataColumn<RunRow>[] {
  return [
    {
      id: 'status',
      title: 'Status',
      titleHidden: true,
      width: 26,
      fits: true,
      cell: ({ run }) => <StatusDot status={STATUSES[run.status]} />,
    },
    {
      id: 'name',
      title: 'Run',
      width: 166,
      grow: 2,
      cell: ({ run }) => (
        <Link href={runPath(projectId, run.evaluation_run_id)} className={styles.name}>
          {runName(run)}
        </Link>
      ),
    },
    {
      id: 'evaluation',
      title: 'Evaluation',
      width: 128,
      grow: 1,
      cell: ({ run }) => <RefLink of={run.evaluation} className={styles.text} />,
    },
    {
      id: 'model',
      title: 'Model',
      width: 110,
      grow: 1,
      cell: ({ run }) => <RefLink of={run.model} className={styles.text} />,
    },
    ...scores.map(scoreColumn),
    { id: 'examples', title: 'Trials', width: 56, align: 'end', cell: ({ summary }) => summary?.trial_count },
    {
      id: 'cost',
      title: 'Cost',
      width: 72,
      align: 'end',
      cell: ({ summary }) => <MoneyCell dollars={summary?.predict_total_cost} />,
    },
    {
      id: 'latency',
      title: 'Duration',
      width: 72,
      align: 'end',
      cell: ({ run }) => <Duration ms={numberAt(run.summary, 'weave.latency_ms')} />,
    },
    { id: 'started', title: 'Started', width: 82, cell: ({ run }) => <TimeAgo at={run.started_at} /> },
  ]
}

const scoreColumn = (score: Score): DataColumn<RunRow> => ({
  id: `score ${score.id}`,
  title: score.id,
  width: 124,
  align: 'end',
  cell: ({ summary }) => summary && <ScoreValue score={score} value={overallScore(summary, score)} />,
})

/** Display name of a run; falls back to the evaluation. */
export function runName({ summary, evaluation, evaluation_run_id }: EvaluationRunRecord): string {
  const given = valueAt(summary, 'weave.display_name')
  return typeof given === 'string' ? given : (parseRef(evaluation)?.name ?? evaluation_run_id)
}
