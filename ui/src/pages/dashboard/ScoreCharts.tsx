import type { ScoreSeries } from '@heddle/contract/feedback-scores'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { type ActivityWindow, useScores } from '../../api/stats.ts'
import { buttonClass } from '../../components/Button.tsx'
import { Chart } from '../../components/Chart/Chart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/icons.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { escapedField, withTerm } from '../../filter/edit.ts'
import { formatCount } from '../../format/number.ts'
import { tracesPath } from '../../navigation/paths.ts'
import type { TimeRange } from '../../range/useTimeRange.ts'
import { bucketRange } from '../../stats/links.ts'
import { scoreChart, secondsOf } from '../../stats/scores.ts'
import styles from './Page.module.css'
import type { DashboardFilter } from './useDashboardFilter.ts'

const NAMES_MAX = 6

interface ScoreChartsProps {
  readonly projectId: string
  readonly range: TimeRange
  readonly window: ActivityWindow | undefined
  readonly filtering: DashboardFilter
}

/** One chart for each of the names with the most feedback. */
export function ScoreCharts({ projectId, range, window, filtering }: ScoreChartsProps) {
  const { own, ownSearch } = filtering
  const query = useScores({ projectId, search: ownSearch, window, limit: NAMES_MAX })
  return (
    <Loaded what="feedback" queries={[query]}>
      {query.data ? (
        <Scores projectId={projectId} range={range} own={own} data={query.data} />
      ) : (
        <Skeleton height="228px" />
      )}
    </Loaded>
  )
}

interface ScoresProps extends Pick<ScoreChartsProps, 'projectId' | 'range'> {
  /** Filter of the page. */
  readonly own: string
  readonly data: NonNullable<ReturnType<typeof useScores>['data']>
}

function Scores({ projectId, range, own, data }: ScoresProps) {
  const times = useMemo(() => secondsOf(data.timestamps), [data])
  const { series, name_count, granularity } = data
  const note = `On calls${own === '' ? '' : ' that match the filter,'} at any level, by their start`
  const aside = name_count > NAMES_MAX ? `top ${NAMES_MAX} of ${formatCount(name_count)} names` : undefined
  if (series.length === 0) return <NoScores isFiltered={own !== ''} />
  return (
    <section className={styles.section} aria-label="Feedback">
      <div className={styles.sectionHead}>
        <h2>Feedback</h2>
        <span>{[note, aside].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={styles.charts}>
        {series.map((each) => (
          <ScoreChart
            key={`${each.name} ${each.value_type}`}
            score={each}
            times={times}
            bucketSeconds={granularity}
            pathOf={(within) =>
              tracesPath(projectId, withTerm(own, hasFeedback(each.name)), within ?? range.text)
            }
          />
        ))}
      </div>
    </section>
  )
}

const hasFeedback = (name: string): string => `has:${escapedField(`feedback.${name}`)}`

interface ScoreChartProps {
  readonly score: ScoreSeries
  readonly times: readonly number[]
  readonly bucketSeconds: number
  /** Path of the calls with this feedback, in the time range of the page by default. */
  readonly pathOf: (range?: string) => string
}

function ScoreChart({ score, times, bucketSeconds, pathOf }: ScoreChartProps) {
  const [, navigate] = useLocation()
  const drawn = useMemo(() => scoreChart(score), [score])
  const label = `Calls with ${score.name}`
  return (
    <Chart
      {...drawn}
      title={score.name}
      times={times}
      bucketSeconds={bucketSeconds}
      onBucket={(index) => navigate(pathOf(bucketRange({ times, bucketSeconds }, index)))}
      actions={
        <Link href={pathOf()} className={buttonClass('ghost', 'small')} aria-label={label} title={label}>
          <Icon name="trace" size={14} />
        </Link>
      }
    />
  )
}

function NoScores({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Panel title="Feedback">
      <EmptyState title="No feedback in this time range" icon="thumbUp">
        {isFiltered ? (
          'No feedback was given on calls that match the filter.'
        ) : (
          <>
            Rate a call on its page, or send scores from your code:{' '}
            <code>call.feedback.add("helpfulness", {'{"score": 0.9}'})</code>. Numbers, booleans, texts and
            emoji each get a chart.
          </>
        )}
      </EmptyState>
    </Panel>
  )
}
