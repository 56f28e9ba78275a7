import { valueAt } from '@heddle/contract/call/json'
import { callName } from '@heddle/contract/call/name'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useCallsWithInput } from '../../api/related-calls.ts'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { callPath } from '../../navigation/paths.ts'
import { callRef, refPath } from '../../navigation/ref.ts'
import { type FoundRef, refsIn } from '../../object/ref.ts'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Refs in the inputs and output of a call, and the calls that use its output. */
export function RefsTab({ projectId, call }: TabProps) {
  const used = useMemo(() => refsIn(`"${call.op_name}" ${call.texts.inputs}`), [call])
  const made = useMemo(() => refsIn(call.texts.output), [call])
  const usedByRefs = useMemo(
    () => [callRef(projectId, call.id), ...made.map(({ text }) => text)],
    [projectId, call.id, made],
  )
  return (
    <div className={styles.stack}>
      <RefList title="Used" refs={used} empty="The inputs reference no objects." />
      <RefList title="Returned" refs={made} empty="The output references no objects." />
      <UsedBy projectId={projectId} refs={usedByRefs} />
    </div>
  )
}

interface RefListProps {
  readonly title: string
  readonly refs: readonly FoundRef[]
  readonly empty: string
}

function RefList({ title, refs, empty }: RefListProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {refs.length === 0 && <p className={styles.faint}>{empty}</p>}
      <ul className={styles.refs}>
        {refs.map(({ text, ref }) => {
          const path = refPath(ref)
          return (
            <li key={text}>
              <Chip>{ref.kind}</Chip>
              {path ? <Link href={path}>{ref.name}</Link> : ref.name}
              <span className={styles.faint}>
                {ref.digest.slice(0, 8)} {ref.inside}
              </span>
              <CopyButton text={text} label={`Copy ref of ${ref.name}`} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function UsedBy({ projectId, refs }: { readonly projectId: string; readonly refs: readonly string[] }) {
  const { data: calls } = useCallsWithInput(projectId, refs)
  return (
    <section aria-label="Used by">
      <h3>Used by</h3>
      {calls?.length === 0 && (
        <p className={styles.faint}>No other call uses this call or its output as input.</p>
      )}
      <ul className={styles.refs}>
        {calls?.map((call) => (
          <li key={call.id}>
            <StatusDot status={callStatus(valueAt(call.summary, 'weave.status'))} />
            <Link href={callPath(projectId, call.id)}>{callName(call)}</Link>
            <span className={styles.faint}>
              <TimeAgo at={call.started_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
