import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import styles from './Chart.module.css'
import { ChartTable } from './ChartTable.tsx'
import { Plot } from './Plot.tsx'
import type { PlotFacts } from './plot-options.ts'
import { bucketLabel } from './time-labels.ts'

interface ChartProps extends PlotFacts {
  readonly title: string
  /** What the chart comes to, said beside the title and to those who do not see it. */
  readonly summary: string
  readonly bucketSeconds: number
  /** Someone chose a bucket, by its index. */
  readonly onBucket?: (index: number) => void
}

/** Values over time, as a drawing or as a table. Hovering shows one bucket's numbers in the legend. */
export function Chart({ title, summary, bucketSeconds, onBucket, ...facts }: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [hovered, setHovered] = useState<number>()
  const time = hovered === undefined ? undefined : facts.times[hovered]
  return (
    <section className={styles.chart} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.summary}>
          {time === undefined ? summary : bucketLabel(time, bucketSeconds)}
        </span>
        <IconButton
          label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          icon={asTable ? 'chart' : 'table'}
          size="small"
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      <Legend {...facts} index={time === undefined ? undefined : hovered} />
      {asTable ? (
        <ChartTable {...facts} label={title} bucketSeconds={bucketSeconds} />
      ) : (
        <div role="img" aria-label={`${title}: ${summary}`}>
          <Plot {...facts} onHover={setHovered} onBucket={onBucket} />
        </div>
      )}
    </section>
  )
}

interface LegendProps extends Pick<PlotFacts, 'series' | 'format'> {
  readonly index: number | undefined
}

function Legend({ series, format, index }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map(({ label, colour, values }) => {
        const value = index === undefined ? null : (values[index] ?? null)
        return (
          <li key={label} className={styles.entry}>
            <span className={styles.swatch} style={{ background: `var(${colour})` }} aria-hidden="true" />
            <span className={styles.name}>{label}</span>
            {value !== null && <span className={styles.value}>{format(value)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
