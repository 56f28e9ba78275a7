import styles from './Chart.module.css'
import type { PlotFacts } from './plot-options.ts'
import { bucketLabel } from './time-labels.ts'

interface ChartTableProps extends Omit<PlotFacts, 'kind'> {
  readonly label: string
  readonly bucketSeconds: number
}

/** The chart's numbers, for those who read rather than look. */
export function ChartTable({ label, times, series, format, bucketSeconds }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls; a tab stop lets the keyboard do it too.
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={`${label}, as a table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map((each) => (
              <th key={each.label} scope="col">
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, index) => (
            <tr key={time}>
              <th scope="row">{bucketLabel(time, bucketSeconds)}</th>
              {series.map(({ label: name, values }) => {
                const value = values[index] ?? null
                return <td key={name}>{value === null ? '–' : format(value)}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
