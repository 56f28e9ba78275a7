import { numberAt, valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import type { CallRecord } from '@heddle/contract/calls'
import { Link } from 'wouter'
import { useCallsOfOp, useCallsWithInput } from '../../api/related-calls.ts'
import { Duration, TimeAgo } from '../../components/Figures.tsx'
import { Loaded, type LoadedQuery } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { callPath } from '../../navigation/paths.ts'

interface UsedByProps {
  readonly projectId: string
  readonly versionRef: string
}

/** The latest calls with this version as an input. */
export const UsedAsInput = ({ projectId, versionRef }: UsedByProps) => (
  <Calls projectId={projectId} query={useCallsWithInput(projectId, [versionRef])} />
)

/** The latest calls of this version of an op. */
export const CallsOfOp = ({ projectId, versionRef }: UsedByProps) => (
  <Calls projectId={projectId} query={useCallsOfOp(projectId, versionRef)} />
)

interface CallsProps {
  readonly projectId: string
  readonly query: LoadedQuery & { readonly data: readonly CallRecord[] | undefined }
}

function Calls({ projectId, query }: CallsProps) {
  const { data: calls } = query
  const columns = [
    {
      id: 'name',
      title: 'Call',
      cell: (call: CallRecord) => <Link href={callPath(projectId, call.id)}>{callName(call)}</Link>,
    },
    {
      id: 'status',
      title: 'Status',
      cell: ({ summary }: CallRecord) => (
        <StatusDot status={callStatus(valueAt(summary, 'weave.status'))} withLabel />
      ),
    },
    {
      id: 'latency',
      title: 'Latency',
      align: 'end' as const,
      cell: ({ summary }: CallRecord) => <Duration ms={numberAt(summary, 'weave.latency_ms')} />,
    },
    {
      id: 'started',
      title: 'Started',
      align: 'end' as const,
      cell: ({ started_at }: CallRecord) => <TimeAgo at={started_at} />,
    },
  ]
  return (
    <Loaded what="calls" queries={[query]}>
      {calls ? (
        <Panel title="Calls" aside={`latest ${calls.length}`}>
          <PlainTable
            label="Calls"
            columns={columns}
            rows={calls}
            rowId={({ id }) => id}
            empty="No calls have used this version."
          />
        </Panel>
      ) : (
        <SkeletonLines />
      )}
    </Loaded>
  )
}
