import type { Score } from '@heddle/contract/compare/scores'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icons.tsx'
import { formatNumber, formatShare } from '../../format/number.ts'
import styles from './Page.module.css'

interface ScoreValueProps {
  readonly score: Score
  readonly value: number | null
  /** Difference from the baseline, if any. */
  readonly delta?: number | null
}

/** A score and its difference from the baseline, marked by an arrow as well as colour. */
export function ScoreValue({ score, value, delta = null }: ScoreValueProps) {
  if (value === null) return <span className={styles.none}>–</span>
  return (
    <span className={styles.score}>
      {formatScore(score, value)}
      {delta !== null && (
        <Delta better={delta > 0} worse={delta < 0} text={deltaText(score, Math.abs(delta))} />
      )}
    </span>
  )
}

/** The score of one example; booleans show as passed or failed. */
export function ExampleScore({ score, value, delta = null }: ScoreValueProps) {
  const isVerdict = score.kind === 'binary' && (value === 0 || value === 1)
  if (!isVerdict) return <ScoreValue score={score} value={value} delta={delta} />
  return (
    <span className={classes(styles.score, value === 1 ? styles.better : styles.worse)}>
      <Icon name={value === 1 ? 'check' : 'close'} size={14} />
      <span className="visually-hidden">{value === 1 ? 'passed' : 'failed'}</span>
      {delta !== null && <Delta better={delta > 0} worse={delta < 0} />}
    </span>
  )
}

interface DeltaProps {
  readonly better: boolean
  readonly worse: boolean
  readonly text?: string
}

function Delta({ better, worse, text }: DeltaProps) {
  if (!better && !worse) return null
  return (
    <span className={classes(styles.delta, better ? styles.better : styles.worse)}>
      <Icon name={better ? 'arrowUp' : 'arrowDown'} size={11} />
      <span className="visually-hidden">
        {better ? 'better than the baseline' : 'worse than the baseline'}
      </span>
      {text}
    </span>
  )
}

const formatScore = ({ kind }: Score, value: number): string =>
  kind === 'binary' ? formatShare(value) : formatNumber(value)

/** Differences of percentages are percentage points. */
const deltaText = (score: Score, delta: number): string =>
  score.kind === 'binary' ? `${Number((delta * 100).toFixed(1))} pts` : formatScore(score, delta)
