import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../theme/theme.ts'
import styles from './Chart.module.css'
import { type PlotFacts, plotData, plotOptions } from './plot-options.ts'

const HEIGHT = 168

interface PlotProps extends PlotFacts {
  /** The bucket under the pointer; undefined where there is none. */
  readonly onHover: (index: number | undefined) => void
  readonly onBucket?: ((index: number) => void) | undefined
}

/** The drawing itself. It fills the width it is given, and is drawn anew for another theme. */
export function Plot({ kind, times, series, format, onHover, onBucket }: PlotProps) {
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
        hooks: { setCursor: [({ cursor }) => latest.current.onHover(cursor.idx ?? undefined)] },
      },
      plotData(facts),
      container,
    )
    plot.over.addEventListener('click', () => {
      if (typeof plot.cursor.idx === 'number') latest.current.onBucket?.(plot.cursor.idx)
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
