import { scoresOf } from '@heddle/contract/compare/scores'
import type { EvaluationRunRecord } from '@heddle/contract/evaluations'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useEvaluationRuns, useRunSummaries } from '../../api/evaluations.ts'
import { Button } from '../../components/Button.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullPage } from '../../components/FullPage.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { pluralize } from '../../format/number.ts'
import { runPath } from '../../navigation/paths.ts'
import { type RunRow, runColumns } from './run-columns.tsx'

const NONE: readonly EvaluationRunRecord[] = []
const SCORED_MAX = 50
const COMPARED_MAX = 6

interface RunListProps {
  readonly projectId: string
  readonly onCompare: (runIds: readonly string[]) => void
}

/** All runs with their scores; selected ones can be compared. */
export function RunList({ projectId, onCompare }: RunListProps) {
  const query = useEvaluationRuns(projectId)
  const { data: runs = NONE, isPending } = query
  const scored = useMemo(() => runs.slice(0, SCORED_MAX).map((run) => run.evaluation_run_id), [runs])
  const { data: results } = useRunSummaries(projectId, scored)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [, navigate] = useLocation()

  const summaries = results?.summary?.evaluations
  const columns = useMemo(() => runColumns(projectId, scoresOf(summaries ?? [])), [projectId, summaries])
  const rows = useMemo(
    () =>
      runs.map((run): RunRow => {
        const summary = summaries?.find((each) => each.evaluation_call_id === run.evaluation_run_id)
        return { run, summary }
      }),
    [runs, summaries],
  )
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  // The oldest selected run is the baseline.
  const inOrder = runs
    .map((run) => run.evaluation_run_id)
    .filter((id) => chosen.has(id))
    .reverse()
  return (
    <FullPage>
      <PageHeader
        title="Evaluations"
        aside={query.data && pluralize(runs.length, 'run')}
        actions={<CompareButton runIds={inOrder} onCompare={onCompare} />}
      />
      <Loaded what="runs" queries={[query]}>
        <DataTable
          label="Evaluation runs"
          columns={columns}
          rows={rows}
          rowId={({ run }) => run.evaluation_run_id}
          isLoading={isPending}
          selection={{
            ids: chosen,
            onToggle: toggle,
            onToggleAll: () =>
              setChosen(new Set(chosen.size === runs.length ? [] : runs.map((run) => run.evaluation_run_id))),
          }}
          onOpen={({ run }) => navigate(runPath(projectId, run.evaluation_run_id))}
          empty={
            <EmptyState title="No evaluations yet" icon="flask">
              Runs of weave.Evaluation appear here with their scores, even while they are running.
            </EmptyState>
          }
        />
      </Loaded>
    </FullPage>
  )
}

const CompareButton = ({ runIds, onCompare }: Pick<RunListProps, 'onCompare'> & RunIds) => (
  <Button
    variant="primary"
    icon="compare"
    disabled={runIds.length < 2 || runIds.length > COMPARED_MAX}
    onClick={() => onCompare(runIds)}
  >
    {runIds.length > 1 ? `Compare ${runIds.length} runs` : 'Compare'}
  </Button>
)

interface RunIds {
  readonly runIds: readonly string[]
}
