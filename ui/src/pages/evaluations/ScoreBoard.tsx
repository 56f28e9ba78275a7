import { overallScore, type RunSummary, type Score } from '@heddle/contract/compare/scores'
import { Link } from 'wouter'
import { IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { MoneyCell } from '../../components/Figures.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { runPath } from '../../navigation/paths.ts'
import { parseRef } from '../../navigation/ref.ts'
import styles from './Page.module.css'
import { ScoreValue } from './ScoreValue.tsx'

interface ScoreBoardProps {
  readonly projectId: string
  readonly summaries: readonly RunSummary[]
  readonly scores: readonly Score[]
  readonly runIds: readonly string[]
  readonly onRuns: (runIds: readonly string[]) => void
}

/** Overall scores of each run compared with the baseline. */
export function ScoreBoard({ projectId, summaries, scores, runIds, onRuns }: ScoreBoardProps) {
  const baseline = summaries[0]
  const baselineScore = (score: Score) => (baseline ? overallScore(baseline, score) : null)
  const columns = [
    {
      id: 'run',
      title: 'Run',
      cell: (run: RunSummary) => (
        <span className={styles.run}>
          <Link href={runPath(projectId, run.evaluation_call_id)}>{summaryName(run)}</Link>
          {run === baseline && <Chip>baseline</Chip>}
        </span>
      ),
    },
    ...scores.map((score) => ({
      id: score.id,
      title: score.id,
      align: 'end' as const,
      cell: (run: RunSummary) => {
        const value = overallScore(run, score)
        const before = baselineScore(score)
        const delta = run === baseline || value === null || before === null ? null : value - before
        return <ScoreValue score={score} value={value} delta={delta} />
      },
    })),
    { id: 'trials', title: 'Trials', align: 'end' as const, cell: (run: RunSummary) => run.trial_count },
    {
      id: 'cost',
      title: 'Cost',
      align: 'end' as const,
      cell: (run: RunSummary) => <MoneyCell dollars={run.predict_total_cost} />,
    },
    {
      id: 'actions',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (run: RunSummary) =>
        run !== baseline && (
          <IconButton
            label={`Make ${summaryName(run)} the baseline`}
            icon="arrowUp"
            size="small"
            onClick={() => onRuns(withFirst(runIds, run.evaluation_call_id))}
          />
        ),
    },
  ]
  return (
    <div className={styles.board}>
      <PlainTable label="Scores" columns={columns} rows={summaries} rowId={(run) => run.evaluation_call_id} />
    </div>
  )
}

/** Display name of a run; falls back to its model. */
export const summaryName = ({ display_name, model_ref, evaluation_call_id }: RunSummary): string =>
  display_name ?? parseRef(model_ref ?? '')?.name ?? evaluation_call_id

const withFirst = (ids: readonly string[], first: string): string[] => [
  first,
  ...ids.filter((id) => id !== first),
]
