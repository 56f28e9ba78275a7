import { expect, test } from 'vitest'
import type { Metric } from './diff.ts'
import { failuresOf, parseThresholds } from './fail-on.ts'

const metric = (name: string, before: number | null, after: number | null): Metric => ({
  name,
  unit: 'count',
  before,
  after,
})

const fails = (limits: string, ...metrics: Metric[]) =>
  failuresOf(parseThresholds(limits), metrics).length > 0

test('a limit with a sign is about the change, one with % about the change in percent, another about the second value', () => {
  expect(fails('errors>0', metric('errors', 5, 1))).toBe(true)
  expect(fails('errors>+0', metric('errors', 5, 1))).toBe(false)
  expect(fails('cost>+10%', metric('cost', 10, 11))).toBe(false)
  expect(fails('cost>+10%', metric('cost', 10, 11.01))).toBe(true)
  expect(fails('score<-0.5', metric('score', 1, 0.5))).toBe(false)
  expect(fails('score<-0.5', metric('score', 1, 0.4))).toBe(true)
})

test('growth from nothing exceeds every percentage, and no growth exceeds none', () => {
  expect(fails('cost>+1000%', metric('cost', 0, 0.1))).toBe(true)
  expect(fails('cost>+0%', metric('cost', 0, 0))).toBe(false)
})

test('several limits are checked, each with its own failure', () => {
  const metrics = [metric('errors', 0, 1), metric('latency.p95', 100, 200)]

  expect(failuresOf(parseThresholds(' errors>0 , latency>+20% '), metrics)).toHaveLength(2)
})

test.each(['', 'cost', 'cost>', 'cost>=1', 'cost>10%', '>1', 'cost>1e999', 'cost>NaN'])(
  '%j is not a limit',
  (text) => {
    expect(() => parseThresholds(text)).toThrow(/--fail-on/)
  },
)
