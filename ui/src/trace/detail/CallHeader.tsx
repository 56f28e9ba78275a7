import { numberAt, valueAt } from '@heddle/contract/call/json'
import { callName, opName } from '@heddle/contract/call/name'
import { usageOf } from '@heddle/contract/call/usage'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Duration, Money, TimeAgo, Tokens } from '../../components/Figures.tsx'
import { callStatus, StatusDot } from '../../components/StatusDot.tsx'
import { termText } from '../../filter/edit.ts'
import { tracesPath } from '../../navigation/paths.ts'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Totals of the call and its descendants, once the trace is loaded. */
export interface CallTotals {
  readonly tokens: number | null | undefined
  readonly cost: number | null | undefined
  /** While running, the time elapsed so far. */
  readonly durationMs: number
}

interface CallHeaderProps extends TabProps {
  readonly totals: CallTotals
}

/** Summary of the call: op, status, duration and cost. */
export function CallHeader({ projectId, call, totals }: CallHeaderProps) {
  const op = opName(call.op_name)
  const name = callName(call)
  const { tokens, cost, models } = usageOf(call)
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <StatusDot status={callStatus(valueAt(call.summary, 'weave.status'))} withLabel />
        <h2 title={op}>{name}</h2>
        <CopyButton text={call.id} label="Copy call ID" />
      </div>
      <dl className={styles.facts}>
        {!isSameName(name, op) && (
          <Fact name="Op">
            <Link href={tracesPath(projectId, termText('op', op))}>{op}</Link>
          </Fact>
        )}
        <Fact name="Started">
          <TimeAgo at={call.started_at} as="local" />
        </Fact>
        <Fact name="Duration">
          <Duration ms={numberAt(call.summary, 'weave.latency_ms') ?? totals.durationMs} />
        </Fact>
        <Fact name="Tokens">
          <Tokens count={totals.tokens ?? tokens} />
        </Fact>
        <Fact name="Cost">
          <Money dollars={totals.cost ?? cost} />
        </Fact>
        {models.length > 0 && (
          <Fact name="Model">
            {models.map((model) => (
              <Chip key={model}>{model}</Chip>
            ))}
          </Fact>
        )}
        {call.thread_id !== null && (
          <Fact name="Thread">
            <Link href={tracesPath(projectId, termText('thread', call.thread_id))}>{call.thread_id}</Link>
          </Fact>
        )}
      </dl>
    </header>
  )
}

/** OpenTelemetry spans have an op named like the span, in lower case and without special characters. */
const isSameName = (name: string, op: string): boolean =>
  name === op || name.toLowerCase().replaceAll(/\W/g, '_') === op.replaceAll(/\W/g, '_')

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
