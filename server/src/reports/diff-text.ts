import type { Change, Diff, Metric } from './diff.ts'
import { countText, durationText, moneyText } from './values.ts'

const CHANGES_SHOWN = 50

const MARKS: Record<Change['state'], string> = {
  changed: '~',
  added: '+',
  removed: '-',
  improved: '+',
  regressed: '-',
}

export function metricText(value: number | null, unit: Metric['unit']): string {
  if (value === null) return '–'
  switch (unit) {
    case 'ms':
      return durationText(value)
    case 'usd':
      return moneyText(value)
    case 'count':
      return countText(value)
    case 'score':
      return String(Number(value.toPrecision(4)))
  }
}

/** ` (+0.4, +12%)`; empty if nothing changed or it is not known. */
export function changeText({ before, after, unit }: Metric): string {
  if (before === null || after === null || before === after) return ''
  const sign = after > before ? '+' : '-'
  const amount = `${sign}${metricText(Math.abs(after - before), unit)}`
  const share = before === 0 ? '' : `, ${sign}${Math.round(Math.abs((after - before) / before) * 100)}%`
  return ` (${amount}${share})`
}

const countsText = ({ counts }: Diff): string =>
  Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')

/** Lines for a terminal. */
export function diffLines(diff: Diff, failures: readonly string[] = []): string[] {
  const width = Math.max(...diff.metrics.map(({ name }) => name.length))
  const rest = diff.changes.length - CHANGES_SHOWN
  return [
    `A  ${diff.before}`,
    `B  ${diff.after}`,
    '',
    ...diff.metrics.map(
      (metric) =>
        `${metric.name.padEnd(width)}  ${metricText(metric.before, metric.unit)} → ${metricText(metric.after, metric.unit)}${changeText(metric)}`,
    ),
    '',
    countsText(diff),
    ...diff.changes
      .slice(0, CHANGES_SHOWN)
      .map(({ state, depth, name, details }) => `${MARKS[state]} ${'  '.repeat(depth)}${name}  ${details}`),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
    ...(failures.length > 0 ? ['', ...failures.map((failure) => `FAILED  ${failure}`)] : []),
  ]
}

/** Markdown for a comment on a pull request. Without limits, `failures` is undefined. */
export function diffMarkdown(diff: Diff, failures: readonly string[] | undefined): string[] {
  const rest = diff.changes.length - CHANGES_SHOWN
  const verdict = failures?.length === 0 ? ': ✅ within the limits' : ': ❌ over the limits'
  return [
    `### ${diff.kind === 'runs' ? 'Evaluation' : 'Trace'} comparison${failures ? verdict : ''}`,
    '',
    ...(failures ?? []).map((failure) => `- **${escaped(failure)}**`),
    ...(failures && failures.length > 0 ? [''] : []),
    '| | A | B | change |',
    '|---|---:|---:|---:|',
    ...diff.metrics.map((metric) => {
      const [before, after] = [metric.before, metric.after].map((value) => metricText(value, metric.unit))
      return `| ${escaped(metric.name)} | ${before} | ${after} |${changeText(metric)} |`
    }),
    '',
    `A: ${escaped(diff.before)}  `,
    `B: ${escaped(diff.after)}`,
    '',
    '<details>',
    `<summary>${escaped(countsText(diff))}</summary>`,
    '',
    ...diff.changes
      .slice(0, CHANGES_SHOWN)
      .map(
        ({ state, depth, name, details }) =>
          `${'  '.repeat(depth)}- ${state}: ${escaped(name)} ${escaped(details)}`,
      ),
    ...(rest > 0 ? [`- … and ${rest} more`] : []),
    '',
    '</details>',
  ]
}

/** Payloads must not become markup, mentions or links of the comment. */
const escaped = (text: string): string =>
  text
    .replace(/[\r\n]/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replace(/[&<>]/g, (found) => `&#${found.charCodeAt(0)};`)
    // A mention is recognized after the rest has been rendered.
    .replace(/@/g, '@\u200b')
