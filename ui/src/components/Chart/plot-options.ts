import uPlot from 'uplot'
import { DAY_SECONDS } from '../../format/time.ts'
import { type ChartSeries, stacked, tickLabels } from './series.ts'

export interface PlotFacts {
  readonly kind: 'bars' | 'lines'
  /** Start of each bucket, in seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

/** Charts on a page share the cursor position. */
const SYNC_KEY = 'charts'
const POINTS_MAX = 24
const AXIS_FONT = '11px system-ui, sans-serif'
const LABEL_GAP = 6
/** Charts beside each other line up, unless one has longer labels. */
const LABEL_ROOM_MIN = 56

/** Stacked bars are drawn tallest first, so that each covers the base of the previous one. */
export function plotData({ kind, times, series }: PlotFacts): uPlot.AlignedData {
  const values = series.map((each) => each.values)
  const drawn = kind === 'bars' ? stacked(values).reverse() : values.map((each) => [...each])
  return [[...times], ...drawn]
}

export function plotOptions(
  facts: PlotFacts,
  size: { readonly width: number; readonly height: number },
  colourOf: (token: string) => string,
): uPlot.Options {
  const { kind, format } = facts
  const axis = {
    stroke: colourOf('--ink-faint'),
    font: AXIS_FONT,
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    ...size,
    padding: [8, 28, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { show: kind === 'lines' },
      sync: { key: SYNC_KEY },
    },
    scales: { x: { time: true, range: () => xRange(facts) }, y: { range: yRange } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        gap: 6,
        values: (_, ticks) => tickLabels(ticks),
        ...(isDaily(facts.times) && { incrs: DAY_STEPS }),
      },
      {
        ...axis,
        size: ({ ctx }, labels) => labelRoom(ctx, labels ?? []),
        gap: LABEL_GAP,
        values: (_, ticks) => ticks.map(format),
        ...(isWhole(facts.series) && { incrs: WHOLE_STEPS }),
      },
    ],
    series: [{}, ...drawnSeries(facts, colourOf)],
  }
}

/** Width of the y axis: large amounts of money need more than counts. */
function labelRoom(context: CanvasRenderingContext2D, labels: readonly string[]): number {
  context.font = AXIS_FONT
  const widest = Math.max(0, ...labels.map((label) => context.measureText(label).width))
  return Math.max(LABEL_ROOM_MIN, Math.ceil(widest) + LABEL_GAP)
}

function drawnSeries({ kind, series }: PlotFacts, colourOf: (token: string) => string): uPlot.Series[] {
  if (kind === 'lines') {
    return series.map(({ label, colour, values }) => {
      const stroke = colourOf(colour)
      const count = values.filter((value) => value !== null).length
      // A single value has no line, and few are easier to see with points.
      const points = { show: count <= POINTS_MAX, ...(count === 1 && { fill: stroke, size: 9 }) }
      return { label, stroke, width: 1.5, spanGaps: true, points }
    })
  }
  const paths = uPlot.paths.bars?.({ size: [0.8, 40], align: 1 })
  return series.toReversed().map(({ label, colour }) => ({
    label,
    fill: colourOf(colour),
    width: 0,
    points: { show: false },
    ...(paths && { paths }),
  }))
}

/** Time range of the x axis, with room for the last bar. */
function xRange({ times, kind }: PlotFacts): [number, number] {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? first
  const step = times.length > 1 ? (times[1] ?? 0) - first : 3600
  return [first, kind === 'bars' ? last + step : Math.max(last, first + 1)]
}

/** Starts at zero, unless there are negative values, such as some scores. */
const yRange = (_: uPlot, lowest: number, highest: number): [number, number] => [
  lowest < 0 ? lowest * 1.08 : 0,
  highest > 0 ? highest * 1.08 : lowest < 0 ? 0 : 1,
]

/** Buckets of days need no ticks within a day. Beyond 30 days, uPlot counts in calendar months and years. */
const DAY_STEPS = [1, 2, 3, 4, 5, 7, 10, 15, 30, 60, 90, 120, 180, 365, 730, 1825].map(
  (days) => days * DAY_SECONDS,
)

/** Whether all buckets start at midnight, local time. */
const isDaily = (times: readonly number[]): boolean =>
  times.length > 1 && times.every((time) => new Date(time * 1000).toTimeString().startsWith('00:00:00'))

/** Counts need whole-number ticks. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()

const isWhole = (series: readonly ChartSeries[]): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))
