import { Link } from 'wouter'
import { useCallStorage } from '../../api/settings.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { termText } from '../../filter/edit.ts'
import { formatBytes, formatCount } from '../../format/number.ts'
import { DAY_MS } from '../../format/time.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { rangeText } from '../../range/time-range.ts'

interface Measured {
  readonly name: string
  readonly call_count: number
  readonly bytes: number
  /** Link to the calls. */
  readonly path: string
}

/** Storage used by calls, by op and by day. */
export function CallStoragePanels({ projectId }: { readonly projectId: string }) {
  const query = useCallStorage(projectId)
  const { data } = query
  const ops = data?.ops.map(({ op, ...size }) => ({
    name: op,
    ...size,
    path: tracesPath(projectId, termText('op', op)),
  }))
  const days = data?.days.map(({ day, ...size }) => ({
    name: day,
    ...size,
    path: tracesPath(projectId, '', utcDay(day)),
  }))
  return (
    <Loaded what="storage usage of calls" queries={[query]}>
      <MeasuredPanel title="Calls by op" first="Op" aside={`in ${projectId}, largest first`} rows={ops} />
      <MeasuredPanel title="Calls by day" first="Day" aside={`in ${projectId}, by UTC day`} rows={days} />
    </Loaded>
  )
}

/** The time range of a day in UTC. In a filter it would be a local day. */
function utcDay(day: string): string {
  const from = new Date(day)
  return rangeText({ from, to: new Date(from.getTime() + DAY_MS) })
}

interface MeasuredPanelProps {
  readonly title: string
  readonly first: string
  readonly aside: string
  readonly rows: readonly Measured[] | undefined
}

function MeasuredPanel({ title, first, aside, rows }: MeasuredPanelProps) {
  const columns = [
    { id: 'name', title: first, cell: ({ name, path }: Measured) => <Link href={path}>{name}</Link> },
    {
      id: 'calls',
      title: 'Calls',
      align: 'end' as const,
      cell: ({ call_count }: Measured) => formatCount(call_count),
    },
    { id: 'size', title: 'Size', align: 'end' as const, cell: ({ bytes }: Measured) => formatBytes(bytes) },
  ]
  return (
    <Panel title={title} aside={aside}>
      {rows ? (
        <PlainTable
          label={title}
          columns={columns}
          rows={rows}
          rowId={({ name }) => name}
          empty="The project has no calls."
        />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Panel>
  )
}
