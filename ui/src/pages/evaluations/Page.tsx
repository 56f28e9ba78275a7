import { isKnownRun } from '@heddle/contract/compare/scores'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useRunRows } from '../../api/evaluations.ts'
import { buttonClass } from '../../components/Button.tsx'
import { MissingNotice } from '../../components/Chip.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { pluralize } from '../../format/number.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { projectPath } from '../../navigation/paths.ts'
import { ComparedRuns } from './ComparedRuns.tsx'
import styles from './Page.module.css'
import { RunList } from './RunList.tsx'
import { RunPage } from './RunPage.tsx'

/** All runs, or those in the URL. */
export default function EvaluationsPage() {
  const projectId = useProjectId()
  const [text, setRuns] = useSearchParam('runs')
  const runIds = useMemo(() => text?.split(',').filter((id) => id !== '') ?? [], [text])
  const show = (ids: readonly string[]) => setRuns(ids.join(','))
  if (runIds.length === 0) return <RunList projectId={projectId} onCompare={show} />
  return <Compare projectId={projectId} runIds={runIds} onRuns={show} />
}

const ROWS_MAX = 2000

interface CompareProps {
  readonly projectId: string
  /** The first one is the baseline. */
  readonly runIds: readonly string[]
  readonly onRuns: (runIds: readonly string[]) => void
}

/** One run, or several side by side; lists ids that do not exist. */
function Compare({ projectId, runIds, onRuns }: CompareProps) {
  const query = useRunRows(projectId, runIds, ROWS_MAX)
  const { data } = query
  const asked = useMemo(
    () =>
      runIds.flatMap((id) => data?.summary?.evaluations.find((each) => each.evaluation_call_id === id) ?? []),
    [data, runIds],
  )
  const summaries = useMemo(() => asked.filter(isKnownRun), [asked])
  const missing = asked.filter((run) => !isKnownRun(run)).map((run) => run.evaluation_call_id)

  const actions = (
    <Link href={projectPath(projectId, 'evaluations')} className={buttonClass('secondary')}>
      All runs
    </Link>
  )
  const [only] = summaries
  if (data && only && summaries.length === 1 && missing.length === 0)
    return <RunPage projectId={projectId} query={query} results={data} run={only} onRuns={onRuns} />
  return (
    <div className={styles.compare}>
      <PageHeader title="Compare runs" aside={data && pluralize(summaries.length, 'run')} actions={actions} />
      <MissingNotice
        one="run"
        ids={missing}
        onRemove={(gone) => onRuns(runIds.filter((id) => id !== gone))}
      />
      <Loaded what="runs" queries={[query]}>
        {data && summaries.length === 0 ? (
          <EmptyState title="Nothing to compare" icon="compare">
            Select runs under All runs.
          </EmptyState>
        ) : (
          <ComparedRuns projectId={projectId} results={data} summaries={summaries} onRuns={onRuns} />
        )}
      </Loaded>
    </div>
  )
}
