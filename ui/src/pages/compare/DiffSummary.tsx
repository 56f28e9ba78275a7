import { type DiffState, type StateCounts, traceDurationMs } from '@heddle/contract/compare/align'
import type { TraceTree } from '@heddle/contract/compare/tree'
import { Chip, type Tone } from '../../components/Chip.tsx'
import { formatCount, formatMoney } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import styles from './Compare.module.css'
import { deltaText } from './compare-rows.ts'

export const STATES: Readonly<Record<DiffState, { readonly mark: string; readonly tone: Tone }>> = {
  same: { mark: '=', tone: 'neutral' },
  changed: { mark: '~', tone: 'warn' },
  added: { mark: '+', tone: 'good' },
  removed: { mark: '−', tone: 'bad' },
}

interface DiffSummaryProps {
  readonly left: TraceTree
  readonly right: TraceTree
  readonly counts: StateCounts
}

/** Totals of the diff. */
export function DiffSummary({ left, right, counts }: DiffSummaryProps) {
  const states: readonly DiffState[] = ['same', 'changed', 'added', 'removed']
  return (
    <div className={styles.summary}>
      {states.map((state) => (
        <Chip key={state} tone={STATES[state].tone}>
          {STATES[state].mark} {formatCount(counts[state])} {state}
        </Chip>
      ))}
      <Total
        name="Duration"
        from={traceDurationMs(left)}
        to={traceDurationMs(right)}
        format={formatDuration}
      />
      <Total
        name="Tokens"
        from={rootSum(left, 'tokens')}
        to={rootSum(right, 'tokens')}
        format={formatCount}
      />
      <Total name="Cost" from={rootSum(left, 'cost')} to={rootSum(right, 'cost')} format={formatMoney} />
    </div>
  )
}

interface TotalProps {
  readonly name: string
  /** Undefined while loading. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly format: (value: number) => string
}

const Total = ({ name, from, to, format }: TotalProps) => (
  <span className={styles.total}>
    <span className={styles.faint}>{name}</span> {from === undefined ? '–' : format(from)} →{' '}
    {to === undefined ? '–' : format(to)} <strong>{deltaText(from, to, format)}</strong>
  </span>
)

function rootSum({ parent, skeleton }: TraceTree, column: 'tokens' | 'cost'): number {
  return skeleton.calls[column].reduce<number>(
    (sum, value, at) => (parent[at] === -1 ? sum + (value ?? 0) : sum),
    0,
  )
}
