import type { Score } from '@heddle/contract/compare/scores'
import { classes } from '../../components/classes.ts'
import { formatCount, formatNumber } from '../../format/number.ts'
import styles from './Run.module.css'
import { type Bin, binsOf, type TrialRow } from './run.ts'

interface DistributionsProps {
  readonly rows: readonly TrialRow[]
  readonly scores: readonly Score[]
  /** The bin that the rows are filtered by: `score id` and its index. */
  readonly selected: { readonly score: string; readonly bin: number } | undefined
  readonly onSelect: (score: string, bin: number | undefined) => void
}

/** How the trials of a run are spread over each score. A bar shows only its trials below. */
export function Distributions({ rows, scores, selected, onSelect }: DistributionsProps) {
  return (
    <div className={styles.distributions}>
      {scores.map((score) => {
        const bins = binsOf(rows, score)
        const highest = bins.reduce((most, { count }) => Math.max(most, count), 1)
        return (
          <section key={score.id} className={styles.distribution} aria-label={`Distribution of ${score.id}`}>
            <h3>{score.id}</h3>
            <div className={styles.bins}>
              {bins.map((bin, at) => {
                const isSelected = selected?.score === score.id && selected.bin === at
                const label = `${binLabel(bin, score)}: ${formatCount(bin.count)}`
                return (
                  <button
                    key={bin.from}
                    type="button"
                    className={classes(
                      styles.bin,
                      score.kind === 'binary' && (at === 0 ? styles.fail : styles.pass),
                    )}
                    aria-label={label}
                    aria-pressed={isSelected}
                    title={label}
                    onClick={() => onSelect(score.id, isSelected ? undefined : at)}
                  >
                    <span style={{ height: `${(bin.count / highest) * 100}%` }} />
                  </button>
                )
              })}
            </div>
            <p className={styles.scale}>
              <span>{edge(bins[0], 'from', score)}</span>
              <span>{edge(bins.at(-1), 'to', score)}</span>
            </p>
          </section>
        )
      })}
    </div>
  )
}

function binLabel({ from, to }: Bin, { kind }: Score): string {
  if (kind === 'binary') return from === 0 ? 'failed' : 'passed'
  return from === to ? formatNumber(from) : `${rounded(from)} to ${rounded(to)}`
}

function edge(bin: Bin | undefined, side: 'from' | 'to', { kind }: Score): string {
  if (!bin) return 'no values'
  if (kind === 'binary') return side === 'from' ? 'failed' : 'passed'
  return rounded(bin[side])
}

const rounded = (value: number): string => formatNumber(Number(value.toPrecision(3)))
