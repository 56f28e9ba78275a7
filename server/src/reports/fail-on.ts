import { ServiceError } from '../errors.ts'
import type { Metric } from './diff.ts'
import { changeText, metricText } from './diff-text.ts'

/** A threshold that a diff must not exceed, such as `cost>+10%`. */
interface Threshold {
  readonly text: string
  readonly name: string
  readonly operator: '<' | '>'
  readonly limit: number
  /** Numbers with a sign limit the change, in percent of the first value if they end in `%`; others the second value. */
  readonly of: 'value' | 'change' | 'percent'
}

/** Parses `score.exactness<-0.02,cost>+10%,errors>0`. Throws `invalid_request` for anything else. */
export function parseThresholds(text: string): Threshold[] {
  return text.split(',').map((part) => {
    const term = part.trim()
    const [, name, operator, sign, digits, percent] = THRESHOLD.exec(term) ?? []
    if (!name || (operator !== '<' && operator !== '>') || (percent && !sign)) {
      throw new ServiceError(
        'invalid_request',
        `--fail-on needs conditions such as cost>+10%, score.exactness<-0.02 or errors>0, not ${JSON.stringify(term)}`,
      )
    }
    const limit = Number(digits) * (sign === '-' ? -1 : 1)
    return { text: term, name, operator, limit, of: percent ? 'percent' : sign ? 'change' : 'value' }
  })
}

const THRESHOLD = /^([^<>,\s]+)\s*([<>])\s*([+-]?)(\d+(?:\.\d+)?)(%?)$/

/** Why thresholds fail, one sentence each. A measure that is not known fails, as nothing shows that it is within the limit. */
export function failuresOf(thresholds: readonly Threshold[], metrics: readonly Metric[]): string[] {
  return thresholds.flatMap((threshold) => {
    const meant = metricsNamed(threshold.name, metrics)
    if (meant.length === 0) {
      const names = metrics.map(({ name }) => name).join(', ')
      throw new ServiceError('invalid_request', `There is no ${threshold.name} to compare; there is ${names}`)
    }
    return meant.flatMap((metric) => failureOf(threshold, metric) ?? [])
  })
}

/** `score.exactness` also stands for the values inside that score, such as `score.exactness.correct`. */
function metricsNamed(name: string, metrics: readonly Metric[]): Metric[] {
  const exact = metrics.filter((metric) => metric.name === name)
  return exact.length > 0 ? exact : metrics.filter((metric) => metric.name.startsWith(`${name}.`))
}

function failureOf(threshold: Threshold, metric: Metric): string | undefined {
  const value = measured(threshold, metric)
  if (value === undefined) return `${metric.name} is not known (${threshold.text})`
  const fails = threshold.operator === '<' ? value < threshold.limit : value > threshold.limit
  if (!fails) return undefined
  const values = `${metricText(metric.before, metric.unit)} → ${metricText(metric.after, metric.unit)}`
  return `${metric.name} ${values}${changeText(metric)} (${threshold.text})`
}

function measured({ of }: Threshold, { before, after }: Metric): number | undefined {
  if (after === null) return undefined
  if (of === 'value') return after
  if (before === null) return undefined
  const change = after - before
  if (of === 'change') return change
  if (change === 0) return 0
  return before === 0 ? change * Number.POSITIVE_INFINITY : (change / Math.abs(before)) * 100
}
