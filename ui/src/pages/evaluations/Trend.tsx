import { overallScore, type RunSummary, type Score } from '@heddle/contract/compare/scores'
import { useMemo } from 'react'
import { useEvaluationRuns, useRunSummaries } from '../../api/evaluations.ts'
import { Chart } from '../../components/Chart/Chart.tsx'
import { formatNumber, formatShare, pluralize } from '../../format/number.ts'
import { DAY_SECONDS } from '../../format/time.ts'
import { parseRef } from '../../navigation/ref.ts'
import styles from './Run.module.css'

const RUNS_MAX = 50

interface TrendProps {
  readonly projectId: string
  readonly run: RunSummary
  readonly scores: readonly Score[]
  readonly onRun: (runId: string) => void
}

/** Each score over the runs of the same evaluation. A click opens the run. */
export function Trend({ projectId, run, scores, onRun }: TrendProps) {
  const { data: runs } = useEvaluationRuns(projectId)
  const name = parseRef(run.evaluation_ref ?? '')?.name
  const ids = useMemo(
    () =>
      (runs ?? [])
        .filter(({ evaluation }) => name !== undefined && parseRef(evaluation)?.name === name)
        .slice(0, RUNS_MAX)
        .map(({ evaluation_run_id }) => evaluation_run_id)
        .reverse(),
    [runs, name],
  )
  const { data } = useRunSummaries(projectId, ids)
  const summaries = useMemo(
    () =>
      (data?.summary?.evaluations ?? [])
        .filter(({ started_at }) => started_at !== null)
        .toSorted((a, b) => secondsOf(a) - secondsOf(b)),
    [data],
  )
  const times = useMemo(() => summaries.map(secondsOf), [summaries])
  const charts = useMemo(
    () => scores.map((score) => ({ score, series: seriesOf(score, summaries) })),
    [scores, summaries],
  )
  if (summaries.length < 2) return null
  const isDaily = (times.at(-1) ?? 0) - (times[0] ?? 0) > summaries.length * DAY_SECONDS
  return (
    <section aria-label="Trend" className={styles.trends}>
      {charts.map(({ score, series }) => (
        <Chart
          key={score.id}
          title={`${score.id} over runs`}
          summary={pluralize(summaries.length, 'run')}
          kind="lines"
          times={times}
          bucketSeconds={isDaily ? DAY_SECONDS : 1}
          series={series}
          format={score.kind === 'binary' ? formatShare : formatNumber}
          onBucket={(at) => {
            const chosen = summaries[at]
            if (chosen) onRun(chosen.evaluation_call_id)
          }}
        />
      ))}
    </section>
  )
}

const secondsOf = ({ started_at }: RunSummary): number => Date.parse(started_at ?? '') / 1000

const seriesOf = (score: Score, summaries: readonly RunSummary[]) => [
  {
    label: score.kind === 'binary' ? 'passed' : 'mean',
    colour: '--series-1',
    values: summaries.map((run) => overallScore(run, score)),
  },
]
