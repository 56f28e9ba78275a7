import { useMemo } from 'react'
import { Link } from 'wouter'
import { useEvaluationRuns, useRunOutputs } from '../../api/evaluations.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { RefLink } from '../../components/RefLink.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { formatNumber } from '../../format/number.ts'
import { runPath } from '../../navigation/paths.ts'
import { type BoardRow, boardColumns, boardRows } from './leaderboard.ts'

interface LeaderboardProps {
  readonly projectId: string
  readonly valText: string
}

/** Models ranked by the metrics of a Leaderboard object. */
export function Leaderboard({ projectId, valText }: LeaderboardProps) {
  const columns = useMemo(() => boardColumns(JSON.parse(valText)), [valText])
  const readRuns = useEvaluationRuns(projectId)
  const { data: runs } = readRuns
  const ids = useMemo(() => (runs ?? []).map(({ evaluation_run_id }) => evaluation_run_id), [runs])
  const readOutputs = useRunOutputs(projectId, ids)
  const { data: outputs } = readOutputs
  const rows = useMemo(() => boardRows(columns, runs ?? [], outputs ?? new Map()), [columns, runs, outputs])
  if (!runs || (ids.length > 0 && !outputs))
    return (
      <Loaded what="the runs" queries={[readRuns, readOutputs]}>
        <SkeletonLines />
      </Loaded>
    )
  return (
    <PlainTable
      label="Leaderboard"
      columns={[
        { id: 'rank', title: 'Rank', align: 'end', cell: (row: BoardRow) => rows.indexOf(row) + 1 },
        { id: 'model', title: 'Model', cell: ({ model }: BoardRow) => <RefLink of={model} withVersion /> },
        ...columns.map(({ title, isLowerBetter }, at) => ({
          id: `${at} ${title}`,
          title: isLowerBetter ? `${title} (lower is better)` : title,
          align: 'end' as const,
          cell: ({ cells }: BoardRow) => {
            const cell = cells[at]
            return cell ? <Link href={runPath(projectId, cell.runId)}>{formatNumber(cell.value)}</Link> : '–'
          },
        })),
      ]}
      rows={rows}
      rowId={({ model }) => model}
      empty="No run has any of these metrics yet."
    />
  )
}
