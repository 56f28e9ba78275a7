/** One line or one kind of bar. Values stand beside the chart's times; null where there is none. */
export interface ChartSeries {
  readonly label: string
  /** A token of the theme: `--series-1`, `--bad`. */
  readonly colour: string
  readonly values: readonly (number | null)[]
}

type Values = readonly (number | null)[]

/** Each series on top of those before it. */
export function stacked(series: readonly Values[]): number[][] {
  const heights: number[] = []
  return series.map((values) =>
    values.map((value, index) => {
      heights[index] = (heights[index] ?? 0) + (value ?? 0)
      return heights[index]
    }),
  )
}

/** The largest few by their sums, and the others added up under one name. */
export function largestSeries(
  named: ReadonlyMap<string, Values>,
  count: number,
  othersLabel: string,
): { readonly label: string; readonly values: Values }[] {
  const all = [...named].map(([label, values]) => ({ label, values, sum: sumOf(values) }))
  all.sort((a, b) => b.sum - a.sum)
  const shown = all.length <= count ? all : all.slice(0, count - 1)
  const others = all.slice(shown.length)
  if (others.length === 0) return shown
  const values = stacked(others.map((each) => each.values)).at(-1) ?? []
  return [...shown, { label: othersLabel, values }]
}

export const sumOf = (values: Values): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
