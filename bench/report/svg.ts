/** A line of a plot; `null` or NaN where there is no value. */
interface Series {
  readonly name: string
  readonly values: readonly (number | null)[]
}

export interface LinePlot {
  readonly title: string
  /** Labels of the values, at equal distances. */
  readonly columns: readonly string[]
  readonly unit: string
  readonly series: readonly Series[]
}

export interface BarPlot {
  readonly title: string
  /** Values below this line are drawn as losses. */
  readonly par: number
  readonly bars: readonly { readonly name: string; readonly value: number }[]
}

const WIDTH = 860
const COLORS = [
  ...['#2a78d6', '#d9662b', '#2f9e62', '#8a5bd1', '#c2352b', '#1f9aa5'],
  ...['#a0801e', '#d14f97', '#64748b', '#5b9a1f', '#7a5a3a', '#4f5fd1'],
]
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600; font-size: 15px }
  .axis { fill: #57606a }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .par { stroke: #57606a; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .axis { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .par { stroke: #9198a1 }
  }`

/** Lines over a logarithmic axis. Names are at the right ends, moved apart where they would overlap. */
export function lineChart({ title, columns, unit, series }: LinePlot): string {
  const [left, right, top, height] = [90, 310, 50, 400]
  const drawn = series.filter(({ values }) => values.some(isPositive))
  const values = drawn.flatMap((line) => line.values).filter(isPositive)
  const scale = logScale(values, top + height, top)
  const xOf = (at: number) => left + (at * (WIDTH - left - right)) / Math.max(1, columns.length - 1)
  const labels = apart(drawn.map(({ values: own }) => scale.at(own.findLast(isPositive) ?? 1)))
  return svg(top + height + 50, title, [
    text(left, 24, title, 'title'),
    ...scale.ticks.flatMap((tick) => [
      `<line class="grid" x1="${left}" x2="${WIDTH - right}" y1="${round(scale.at(tick))}" y2="${round(scale.at(tick))}"/>`,
      text(left - 8, scale.at(tick) + 4, `${tickText(tick)} ${unit}`, 'axis', 'end'),
    ]),
    ...columns.map((column, at) => text(xOf(at), top + height + 24, column, 'axis', 'middle')),
    ...drawn.flatMap(({ name, values: own }, index) => {
      const color = COLORS[index % COLORS.length] ?? ''
      const points = own.flatMap((value, at) =>
        isPositive(value) ? [[xOf(at), scale.at(value)] as const] : [],
      )
      const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
      return [
        `<polyline fill="none" stroke="${color}" stroke-width="2" points="${path}"/>`,
        ...points.map(([x, y]) => `<circle cx="${round(x)}" cy="${round(y)}" r="3.5" fill="${color}"/>`),
        `<rect x="${WIDTH - right + 12}" y="${round((labels[index] ?? 0) - 5)}" width="10" height="10" rx="2" fill="${color}"/>`,
        text(WIDTH - right + 28, (labels[index] ?? 0) + 4, name),
      ]
    }),
  ])
}

/** Horizontal bars over a logarithmic axis that begins at `par`. */
export function barChart({ title, par, bars }: BarPlot): string {
  const [left, right, top, step] = [360, 70, 50, 26]
  const drawn = bars.filter(({ value }) => isPositive(value))
  const scale = logScale([par, ...drawn.map(({ value }) => value)], left, WIDTH - right)
  const bottom = top + drawn.length * step
  const lineAt = (value: number, style: string) =>
    `<line class="${style}" x1="${round(scale.at(value))}" x2="${round(scale.at(value))}" y1="${top - 6}" y2="${bottom}"/>`
  return svg(bottom + 36, title, [
    text(16, 24, title, 'title'),
    ...scale.ticks.flatMap((tick) => [
      lineAt(tick, 'grid'),
      text(scale.at(tick), bottom + 20, `${tickText(tick)}×`, 'axis', 'middle'),
    ]),
    ...drawn.flatMap(({ name, value }, index) => {
      const [from, to] = [scale.at(Math.min(par, value)), scale.at(Math.max(par, value))]
      const color = value >= par ? COLORS[0] : COLORS[1]
      const y = top + index * step
      return [
        text(left - 14, y + 15, name, '', 'end'),
        `<rect x="${round(from)}" y="${y + 3}" width="${round(Math.max(1, to - from))}" height="${step - 8}" rx="2" fill="${color}"/>`,
        text(to + 6, y + 15, `${value >= 10 ? Math.round(value) : value.toPrecision(2)}×`),
      ]
    }),
    lineAt(par, 'par'),
  ])
}

const isPositive = (value: number | null): value is number =>
  value !== null && Number.isFinite(value) && value > 0

/** Maps values to positions, from a power of ten below the smallest to one above the largest. */
function logScale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values, 1)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values, 1))))
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  }
}

const LABEL_HEIGHT = 17

/** Positions at least a label's height apart, in the order of the wanted ones. */
function apart(wanted: readonly number[]): readonly number[] {
  const order = wanted.map((position, index) => ({ position, index })).sort((a, b) => a.position - b.position)
  const placed: number[] = []
  let last = -Infinity
  for (const { position, index } of order) {
    last = Math.max(position, last + LABEL_HEIGHT)
    placed[index] = last
  }
  return placed
}

function text(x: number, y: number, content: string, style = '', anchor = 'start'): string {
  const attributes = `${style && ` class="${style}"`} text-anchor="${anchor}"`
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escaped(content)}</text>`
}

function svg(height: number, title: string, elements: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" width="${WIDTH}">`
  return `${head}\n<title>${escaped(title)}</title>\n<style>${STYLE}\n</style>\n${elements.join('\n')}\n</svg>\n`
}

const tickText = (tick: number): string =>
  tick >= 1 ? tick.toLocaleString('en-US') : String(Number(tick.toPrecision(1)))
const round = (value: number): number => Math.round(value * 10) / 10
const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
