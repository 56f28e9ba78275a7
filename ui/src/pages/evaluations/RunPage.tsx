import {
  comparisons,
  overallScore,
  type RunSummary,
  type Score,
  scoresOf,
} from '@heddle/contract/compare/scores'
import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useEvaluationRuns, useRunErrors } from '../../api/evaluations.ts'
import { buttonClass } from '../../components/Button.tsx'
import type { TableSort } from '../../components/DataTable/columns.ts'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { useRowCommands } from '../../components/DataTable/useRowCommands.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Segmented, Select, TextInput } from '../../components/Field.tsx'
import { Duration, Money, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded, type LoadedQuery } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { RefLink } from '../../components/RefLink.tsx'
import { formatCount, pluralize } from '../../format/number.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { callPath, projectPath } from '../../navigation/paths.ts'
import { Distributions } from './Distributions.tsx'
import { ExamplePane } from './ExamplePane.tsx'
import { PartNotice } from './PartNotice.tsx'
import styles from './Run.module.css'
import {
  binsOf,
  figuresOf,
  matchingTrials,
  sortedTrials,
  type TrialRow,
  trialCallIds,
  trialRows,
} from './run.ts'
import { runName } from './run-columns.tsx'
import { summaryName } from './ScoreBoard.tsx'
import { ScoreValue } from './ScoreValue.tsx'
import { Trend } from './Trend.tsx'
import { trialColumns } from './trial-columns.tsx'

interface RunPageProps {
  readonly projectId: string
  /** The query of the results. */
  readonly query: LoadedQuery
  readonly results: EvalResultsRecord
  readonly run: RunSummary
  /** Called with the runs to show instead. */
  readonly onRuns: (runIds: readonly string[]) => void
}

/** One run: its figures, the distribution of its scores, the trend of its evaluation, and its trials. */
export function RunPage({ projectId, query, results, run, onRuns }: RunPageProps) {
  const runId = run.evaluation_call_id
  const callIds = useMemo(() => trialCallIds(results.rows, runId), [results.rows, runId])
  const { data: errors } = useRunErrors(projectId, callIds)
  const scores = useMemo(() => scoresOf([run]), [run])
  const rows = useMemo(
    () => trialRows(results.rows, runId, errors ?? new Map()),
    [results.rows, runId, errors],
  )
  const [bin, setBin] = useState<{ readonly score: string; readonly bin: number }>()
  return (
    <FullPage>
      <PageHeader
        title={summaryName(run)}
        aside={
          <span className={styles.aside}>
            {run.evaluation_ref && <RefLink of={run.evaluation_ref} />}
            {run.model_ref && <RefLink of={run.model_ref} />}
            {run.started_at && <TimeAgo at={run.started_at} />}
          </span>
        }
        actions={<RunActions projectId={projectId} runId={runId} onRuns={onRuns} />}
      />
      <Loaded what="the run" queries={[query]}>
        <div className={styles.scroller}>
          <PartNotice results={results} />
          <RunFiguresList run={run} rows={rows} scores={scores} />
          <div className={styles.charts}>
            <Distributions
              rows={rows}
              scores={scores}
              selected={bin}
              onSelect={(score, at) => setBin(at === undefined ? undefined : { score, bin: at })}
            />
            <Trend projectId={projectId} run={run} scores={scores} onRun={(id) => onRuns([id])} />
          </div>
          <Trials projectId={projectId} results={results} run={run} rows={rows} scores={scores} bin={bin} />
        </div>
      </Loaded>
    </FullPage>
  )
}

function RunActions({
  projectId,
  runId,
  onRuns,
}: Pick<RunPageProps, 'projectId' | 'onRuns'> & { readonly runId: string }) {
  const { data: runs = [] } = useEvaluationRuns(projectId)
  const others = runs.filter(({ evaluation_run_id }) => evaluation_run_id !== runId)
  return (
    <>
      {others.length > 0 && (
        <Select
          label="Compare with"
          options={[
            { value: '', label: 'Compare with…' },
            ...others.map((each) => ({ value: each.evaluation_run_id, label: runName(each) })),
          ]}
          value=""
          onChange={(other) => onRuns([other, runId])}
        />
      )}
      <Link href={callPath(projectId, runId)} className={buttonClass('secondary')}>
        Open trace
      </Link>
      <Link href={projectPath(projectId, 'evaluations')} className={buttonClass('secondary')}>
        All runs
      </Link>
    </>
  )
}

interface RunFiguresListProps {
  readonly run: RunSummary
  readonly rows: readonly TrialRow[]
  readonly scores: readonly Score[]
}

function RunFiguresList({ run, rows, scores }: RunFiguresListProps) {
  const { errors, p50, p95, tokens, cost } = useMemo(() => figuresOf(rows), [rows])
  const figures: readonly [title: string, value: ReactNode][] = [
    ...scores.map((score): [string, ReactNode] => [
      score.id,
      <ScoreValue key={score.id} score={score} value={overallScore(run, score)} />,
    ]),
    ['Trials', formatCount(run.trial_count)],
    ['Errors', formatCount(errors)],
    ['p50 latency', <Duration key="p50" ms={p50 === null ? null : p50 * 1000} />],
    ['p95 latency', <Duration key="p95" ms={p95 === null ? null : p95 * 1000} />],
    ['Tokens', <Tokens key="tokens" count={tokens} />],
    ['Cost', <Money key="cost" dollars={run.predict_total_cost ?? cost} />],
  ]
  return (
    <dl className={styles.figures} aria-label="Summary">
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Only = 'all' | 'failed' | 'errors'

const ONLY: readonly { readonly value: Only; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'errors', label: 'Errors' },
]

interface TrialsProps extends RunFiguresListProps {
  readonly projectId: string
  readonly results: EvalResultsRecord
  readonly bin: { readonly score: string; readonly bin: number } | undefined
}

/** The trials of a run, sorted and filtered; one of them beside the list. */
function Trials({ projectId, results, run, rows, scores, bin }: TrialsProps) {
  const { shown, columns, words, setWords, only, setOnly, sort, sortBy } = useShownTrials(rows, scores, bin)
  const { open, openId, close } = useOpenTrial(shown)
  const digest = rows.find(({ id }) => id === openId)?.digest
  const example = useMemo(
    () =>
      comparisons(
        results.rows.filter(({ row_digest }) => row_digest === digest),
        [run.evaluation_call_id],
        scores[0],
      )[0],
    [results.rows, digest, run, scores],
  )
  return (
    <section aria-label="Trials" className={styles.trials}>
      <div className={styles.bar}>
        <Segmented label="Trials shown" options={ONLY} value={only} onChange={(next) => setOnly(next)} />
        <TextInput
          label="Search trials"
          type="search"
          placeholder="Search inputs, outputs and errors"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <span className={styles.count}>
          {formatCount(shown.length)} of {pluralize(rows.length, 'trial')}
        </span>
      </div>
      <div className={styles.split}>
        <DataTable
          label="Trials"
          columns={columns}
          rows={shown}
          rowId={({ id }) => id}
          sort={sort}
          onSort={sortBy}
          activeId={openId}
          onOpen={({ id }) => open(id)}
          empty={<EmptyState title="No matching trials" icon="search" />}
        />
        {example && (
          <ExamplePane
            projectId={projectId}
            example={example}
            summaries={[run]}
            scores={scores}
            onClose={close}
          />
        )}
      </div>
    </section>
  )
}

/** The trials that match what the user chose, in the order they chose. */
function useShownTrials(rows: readonly TrialRow[], scores: readonly Score[], bin: TrialsProps['bin']) {
  const [words, setWords] = useState('')
  const [onlyText, setOnly] = useSearchParam('show')
  const only = ONLY.find(({ value }) => value === onlyText)?.value ?? 'all'
  const [sort, sortBy] = useSort()
  const columns = useMemo(() => trialColumns(scores), [scores])
  const score = scores.find(({ id }) => id === bin?.score)
  const shown = useMemo(() => {
    const chosen = score && bin ? binsOf(rows, score)[bin.bin] : undefined
    const matching = matchingTrials(rows, scores, { words, only, score, bin: chosen })
    const column = columns.find(({ id }) => id === sort?.column)
    return sort && column ? sortedTrials(matching, column.sortValue, sort.direction) : matching
  }, [rows, scores, words, only, score, bin, columns, sort])
  return { shown, columns, words, setWords, only, setOnly, sort, sortBy }
}

/** The trial in the side pane, kept in the URL; `j` and `k` step through the list. */
function useOpenTrial(shown: readonly TrialRow[]) {
  const [openId, setOpen] = useSearchParam('trial')
  const close = () => setOpen(undefined)
  useRowCommands({
    one: 'trial',
    group: 'Run',
    isOpen: openId !== undefined,
    onStep: (by) => {
      const next = shown[Math.max(0, shown.findIndex(({ id }) => id === openId) + by)]
      if (next) setOpen(next.id, { replace: true })
    },
    onClose: close,
  })
  return { openId, open: (id: string) => setOpen(id), close }
}

/** Repeated clicks on a column sort descending, ascending, then not at all. */
function useSort(): [TableSort | undefined, (column: string) => void] {
  const [sort, setSort] = useState<TableSort>()
  const sortBy = (column: string) => {
    if (sort?.column !== column) setSort({ column, direction: 'desc' })
    else setSort(sort.direction === 'desc' ? { column, direction: 'asc' } : undefined)
  }
  return [sort, sortBy]
}
