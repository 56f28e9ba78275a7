import { callName } from '@heddle/contract/call/name'
import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { MissingNotice } from '../../components/Chip.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Checkbox, Segmented, Select } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { pluralize } from '../../format/number.ts'
import { formatLocal } from '../../format/time.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { AddCall } from './AddCall.tsx'
import styles from './Compare.module.css'
import { CompareTable } from './CompareTable.tsx'
import { TraceDiff } from './TraceDiff.tsx'

/** Two to six calls side by side, or two whole traces. */
export default function ComparePage() {
  const projectId = useProjectId()
  const { ids, add, remove, makeBaseline } = useComparedIds()
  const results = useCallsById(projectId, ids)
  const [mode] = useSearchParam('mode')
  const [diffParam] = useSearchParam('diff')
  const [otherId] = useSearchParam('other')
  const diffOnly = diffParam !== undefined
  const isTraces = mode === 'traces'
  const calls = results.flatMap(({ data }) => data ?? [])
  const missing = ids.filter((_, at) => results[at]?.data === null)
  const isPending = results.some((result) => result.isPending)
  const [baseline, ...others] = calls
  const other = others.find(({ id }) => id === otherId) ?? others[0]

  return (
    <div className={styles.page}>
      <PageHeader
        title="Compare"
        aside={isPending ? undefined : pluralize(calls.length, 'call')}
        actions={
          <>
            <CompareOptions isTraces={isTraces} diffOnly={diffOnly} />
            {isTraces && other && others.length > 1 && <OtherSelect calls={others} chosen={other.id} />}
            {ids.length < CALLS_MAX && (
              <AddCall projectId={projectId} like={baseline} chosen={ids} onAdd={add} />
            )}
          </>
        }
      />
      <MissingNotice one="call" ids={missing} onRemove={remove} />
      <Loaded what="calls" queries={results}>
        {isPending ? (
          <SkeletonLines />
        ) : calls.length < 2 ? (
          <TooFew calls={calls} />
        ) : isTraces && baseline && other ? (
          <TraceDiff projectId={projectId} left={baseline} right={other} diffOnly={diffOnly} />
        ) : (
          <CompareTable
            projectId={projectId}
            calls={calls}
            diffOnly={diffOnly}
            onRemove={remove}
            onBaseline={makeBaseline}
          />
        )}
      </Loaded>
    </div>
  )
}

interface CompareOptionsProps {
  readonly isTraces: boolean
  readonly diffOnly: boolean
}

function CompareOptions({ isTraces, diffOnly }: CompareOptionsProps) {
  const [, setMode] = useSearchParam('mode')
  const [, setDiff] = useSearchParam('diff')
  return (
    <>
      <Checkbox
        label="Differences only"
        withLabel
        checked={diffOnly}
        onChange={(event) => setDiff(event.currentTarget.checked ? '1' : undefined, { replace: true })}
      />
      <Segmented
        label="Compare"
        options={[
          { value: 'calls', label: 'Calls' },
          { value: 'traces', label: 'Traces' },
        ]}
        value={isTraces ? 'traces' : 'calls'}
        onChange={(next) => setMode(next === 'calls' ? undefined : next, { replace: true })}
      />
    </>
  )
}

const TooFew = ({ calls }: { readonly calls: readonly CallWithTexts[] }) => (
  <EmptyState title={calls.length === 0 ? 'Choose calls to compare' : 'Choose another call'} icon="compare">
    {calls.length === 0
      ? 'Select rows in the traces table and press Compare.'
      : 'Add a call of the same op, or paste any call ID.'}
  </EmptyState>
)

interface OtherSelectProps {
  /** All calls except the baseline. */
  readonly calls: readonly CallWithTexts[]
  readonly chosen: string
}

/** Selects the trace to compare with the baseline's. Numbers match the columns of the calls table. */
function OtherSelect({ calls, chosen }: OtherSelectProps) {
  const [, setOther] = useSearchParam('other')
  const [, setPair] = useSearchParam('pair')
  const now = new Date()
  const choose = (id: string) => {
    setPair(undefined, { replace: true })
    setOther(id, { replace: true })
  }
  return (
    <Select
      label="Compared with the baseline"
      className={styles.other}
      options={calls.map((call, at) => ({
        value: call.id,
        label: `${at + 2}: ${callName(call)}, ${formatLocal(new Date(call.started_at), now)}`,
      }))}
      value={chosen}
      onChange={choose}
    />
  )
}

const CALLS_MAX = 6

/** The calls in the URL. The first one is the baseline. */
function useComparedIds() {
  const [param = '', setParam] = useSearchParam('calls')
  const ids = [...new Set(param.split(',').filter((id) => id !== ''))].slice(0, CALLS_MAX)
  const set = (next: readonly string[]) => setParam(next.length === 0 ? undefined : next.join(','))
  return {
    ids,
    add: (id: string) => set([...ids, id]),
    remove: (id: string) => set(ids.filter((each) => each !== id)),
    makeBaseline: (id: string) => set([id, ...ids.filter((each) => each !== id)]),
  }
}
