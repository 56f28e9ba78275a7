import { opName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import { durationUs, type TraceTree, traceFigures } from '@heddle/contract/compare/tree'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type CallWithTexts, useCall } from '../api/call.ts'
import { Chip } from '../components/Chip.tsx'
import { Duration, Money, TimeAgo, Tokens } from '../components/Figures.tsx'
import { StatusDot } from '../components/StatusDot.tsx'
import { termText } from '../filter/edit.ts'
import { pluralize } from '../format/number.ts'
import { tracesPath } from '../navigation/paths.ts'
import styles from './Trace.module.css'

interface CallFactsProps {
  readonly projectId: string
  readonly tree: TraceTree
  readonly selected: number
}

/** One line about the selected call and the trace around it. Tokens and costs include those of descendants. */
export function CallFacts({ projectId, tree, selected }: CallFactsProps) {
  const { calls } = tree.skeleton
  const { data: call } = useCall(projectId, calls.id[selected] ?? '')
  const own = call ? usageOf(call) : undefined
  const tokens = calls.tokens[selected] ?? own?.tokens
  const cost = calls.cost[selected] ?? own?.cost
  return (
    <dl className={styles.facts}>
      <Fact name="Status">
        <StatusDot status={calls.status[selected] ?? 'running'} withLabel />
      </Fact>
      <Fact name="Duration">
        <Duration ms={durationUs(tree, selected) / 1000} />
      </Fact>
      {typeof tokens === 'number' && (
        <Fact name="Tokens">
          <Tokens count={tokens} withUnit />
        </Fact>
      )}
      {typeof cost === 'number' && (
        <Fact name="Cost">
          <Money dollars={cost} />
        </Fact>
      )}
      {call && <PayloadFacts projectId={projectId} call={call} name={tree.names[selected] ?? ''} />}
      {tree.count > 1 && <TraceTotals tree={tree} isWhole={selected === tree.order[0]} />}
    </dl>
  )
}

/** Facts that arrive with the payloads of the call. */
function PayloadFacts({
  projectId,
  call,
  name,
}: {
  readonly projectId: string
  readonly call: CallWithTexts
  readonly name: string
}) {
  const op = opName(call.op_name)
  return (
    <>
      <Fact name={call.ended_at === null ? 'Open since' : 'Started'} isNameShown={call.ended_at === null}>
        <TimeAgo at={call.started_at} as="local" />
      </Fact>
      {usageOf(call).models.map((model) => (
        <Fact key={model} name="Model">
          <Chip>{model}</Chip>
        </Fact>
      ))}
      {!isSameName(name, op) && (
        <Fact name="Op" isNameShown>
          <Link href={tracesPath(projectId, termText('op', op))}>{op}</Link>
        </Fact>
      )}
      {call.thread_id !== null && (
        <Fact name="Thread" isNameShown>
          <Link href={tracesPath(projectId, termText('thread', call.thread_id))}>{call.thread_id}</Link>
        </Fact>
      )}
    </>
  )
}

interface TraceTotalsProps {
  readonly tree: TraceTree
  /** Whether the selected call is the root, whose figures are those of the trace. */
  readonly isWhole: boolean
}

function TraceTotals({ tree, isWhole }: TraceTotalsProps) {
  const { cost, reportedCost } = traceFigures(tree.skeleton.usage)
  return (
    <Fact name="Trace" isNameShown>
      {pluralize(tree.count, 'call')} in <Duration ms={tree.durationUs / 1000} />
      {!isWhole && cost !== null && (
        <>
          , <Money dollars={cost} />
        </>
      )}
      {reportedCost !== null && (
        <>
          , <Money dollars={reportedCost} /> reported
        </>
      )}
    </Fact>
  )
}

/** OpenTelemetry spans have an op named like the span, in lower case and without special characters. */
const isSameName = (name: string, op: string): boolean =>
  name === op || name.toLowerCase().replaceAll(/\W/g, '_') === op.replaceAll(/\W/g, '_')

interface FactProps {
  readonly name: string
  /** False where the value speaks for itself; screen readers get the name in any case. */
  readonly isNameShown?: boolean
  readonly children: ReactNode
}

function Fact({ name, isNameShown = false, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={isNameShown ? undefined : 'visually-hidden'}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
