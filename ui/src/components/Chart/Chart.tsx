import { type ReactNode, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { csvText, saveFile } from '../../format/download.ts'
import { IconButton } from '../Button.tsx'
import styles from './Chart.module.css'
import { type PlotFacts, plotData, plotOptions } from './plot-options.ts'
import { bucketLabel, bucketOver, chartLines } from './series.ts'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../theme/theme.ts'

interface ChartProps extends PlotFacts {
  readonly title: string
  /** Summary shown beside the title and part of the accessible name. */
  readonly summary: string
  readonly bucketSeconds: number
  /** Called with the index of the clicked bucket. */
  readonly onBucket?: ((index: number) => void) | undefined
  /** Shown after the buttons that every chart has. */
  readonly actions?: ReactNode
}

/** Values over time, as a plot or a table. Hovering shows a bucket's values in the legend. */
export function Chart({ title, summary, bucketSeconds, onBucket, actions, ...facts }: ChartProps) {
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
        <IconButton
          label={`Download ${title} as CSV`}
          icon="download"
          size="small"
          onClick={() =>
            saveFile(
              new Blob([csvText(chartLines(facts.times, facts.series))], { type: 'text/csv' }),
              `${title}.csv`,
            )
          }
        />
        {actions}
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

interface ChartTableProps extends Omit<PlotFacts, 'kind'> {
  readonly label: string
  readonly bucketSeconds: number
}

/** The chart's values as a table. */
function ChartTable({ label, times, series, format, bucketSeconds }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
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

/** The bucket at the cursor: the nearest point of a line, or the bar around it, which begins at its time. */
function bucketAtCursor({ cursor, posToVal }: uPlot, { kind, times }: PlotFacts): number | undefined {
  if (typeof cursor.idx !== 'number') return undefined
  return kind === 'bars' ? bucketOver(times, posToVal(cursor.left ?? 0, 'x')) : cursor.idx
}

const HEIGHT = 168

interface PlotProps extends PlotFacts {
  /** The bucket under the pointer, if any. */
  readonly onHover: (index: number | undefined) => void
  readonly onBucket?: ((index: number) => void) | undefined
}

/** The plot. Fills the available width and is redrawn when the theme changes. */
function Plot({ kind, times, series, format, onHover, onBucket }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const { theme } = useTheme()

  const latest = useRef({ onHover, onBucket })
  useEffect(() => {
    latest.current = { onHover, onBucket }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours come from the theme.
  useEffect(() => {
    const container = place.current
    if (!container) return
    const facts = { kind, times, series, format }
    const colours = getComputedStyle(document.documentElement)
    const size = { width: container.clientWidth, height: HEIGHT }
    const plot = new uPlot(
      {
        ...plotOptions(facts, size, (token) => colours.getPropertyValue(token).trim()),
        hooks: { setCursor: [(shown) => latest.current.onHover(bucketAtCursor(shown, facts))] },
      },
      plotData(facts),
      container,
    )
    plot.over.addEventListener('click', () => {
      const bucket = bucketAtCursor(plot, facts)
      if (bucket !== undefined) latest.current.onBucket?.(bucket)
    })
    const resized = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height: HEIGHT }))
    resized.observe(container)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [kind, times, series, format, theme])

  return <div ref={place} className={styles.plot} data-opens={onBucket !== undefined || undefined} />
}
