import { type CallWithTexts, useCallsById } from '../../api/call.ts'
import { callName } from '../../call/name.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Checkbox, Segmented, Select } from '../../components/Field.tsx'
import { MissingNotice } from '../../components/MissingNotice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { pluralize } from '../../format/number.ts'
import { formatLocal } from '../../format/time.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { AddCall } from './AddCall.tsx'
import styles from './Compare.module.css'
import { CompareTable } from './CompareTable.tsx'
import { TraceDiff } from './TraceDiff.tsx'

/** Two to six calls beside each other, or two whole traces. */
export default function ComparePage() {
  const projectId = useProjectId()
  const { ids, add, remove, makeBaseline } = useComparedIds()
  const results = useCallsById(projectId, ids)
  const [mode, setMode] = useSearchParam('mode')
  const [diffOnly, setDiffOnly] = useSearchParam('diff')
  const calls = results.flatMap(({ data }) => data ?? [])
  const missing = ids.filter((_, at) => results[at]?.data === null)
  const isPending = results.some((result) => result.isPending)
  const error = results.find((result) => result.error)?.error
  const isTraces = mode === 'traces'
  const [otherId, setOther] = useSearchParam('other')
  const [, setPair] = useSearchParam('pair')
  const [baseline, ...others] = calls
  const other = others.find(({ id }) => id === otherId) ?? others[0]
  const chooseOther = (id: string) => {
    setPair(undefined, { replace: true })
    setOther(id, { replace: true })
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title="Compare"
        aside={isPending ? undefined : pluralize(calls.length, 'call')}
        actions={
          <>
            <Checkbox
              label="Differences only"
              withLabel
              checked={diffOnly !== undefined}
              onChange={(event) =>
                setDiffOnly(event.currentTarget.checked ? '1' : undefined, { replace: true })
              }
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
            {isTraces && other && others.length > 1 && (
              <OtherSelect calls={others} chosen={other.id} onChoose={chooseOther} />
            )}
            {ids.length < CALLS_MAX && (
              <AddCall projectId={projectId} like={baseline} chosen={ids} onAdd={add} />
            )}
          </>
        }
      />
      <MissingNotice one="call" ids={missing} onRemove={remove} />
      {error ? (
        <ErrorState title="Could not load calls" error={error} />
      ) : isPending ? (
        <SkeletonLines />
      ) : calls.length < 2 ? (
        <TooFew calls={calls} />
      ) : isTraces && baseline && other ? (
        <TraceDiff projectId={projectId} left={baseline} right={other} diffOnly={diffOnly !== undefined} />
      ) : (
        <CompareTable
          projectId={projectId}
          calls={calls}
          diffOnly={diffOnly !== undefined}
          onRemove={remove}
          onBaseline={makeBaseline}
        />
      )}
    </div>
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
  readonly onChoose: (id: string) => void
}

/** Which call's trace is compared with that of the baseline. Calls are counted as their columns are. */
function OtherSelect({ calls, chosen, onChoose }: OtherSelectProps) {
  const now = new Date()
  return (
    <Select
      label="Compared with the baseline"
      className={styles.other}
      options={calls.map((call, at) => ({
        value: call.id,
        label: `${at + 2}: ${callName(call)}, ${formatLocal(new Date(call.started_at), now)}`,
      }))}
      value={chosen}
      onChange={onChoose}
    />
  )
}

const CALLS_MAX = 6

/** The calls in the address. The first one is the baseline. */
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
