import { expect, test } from 'vitest'
import { barChart, lineChart } from './svg.ts'

const attributes = (svg: string, element: string, name: string): number[] =>
  [...svg.matchAll(new RegExp(`<${element} [^>]*?\\b${name}="([^"]+)"`, 'g'))].map(([, value]) =>
    Number(value),
  )

test('ten times as much is always as far up the line', () => {
  const svg = lineChart({
    title: '',
    columns: ['a', 'b', 'c'],
    unit: 'ms',
    series: [{ name: 'x', values: [1, 10, 100] }],
  })

  const [first = 0, second = 0, third = 0] = attributes(svg, 'circle', 'cy')

  expect(second).toBeLessThan(first)
  expect(first - second).toBeCloseTo(second - third, 1)
})

test('values that are missing or not positive are left out', () => {
  const values = [null, Number.NaN, 0, 5]
  const svg = lineChart({
    title: '',
    columns: ['a', 'b', 'c', 'd'],
    unit: 'ms',
    series: [{ name: 'x', values }],
  })

  expect(attributes(svg, 'circle', 'cx')).toHaveLength(1)
  expect(svg).not.toMatch(/NaN|Infinity/)
})

test('names of lines that end at the same value do not overlap', () => {
  const series = ['x', 'y', 'z'].map((name) => ({ name, values: [1, 2] }))

  const labels = attributes(lineChart({ title: '', columns: ['a', 'b'], unit: 'ms', series }), 'rect', 'y')

  expect(new Set(labels).size).toBe(3)
})

test('wins and losses are drawn to different sides of par, in different colours', () => {
  const bars = [
    { name: 'won', value: 10 },
    { name: 'lost', value: 0.1 },
    { name: 'unknown', value: Number.NaN },
  ]

  const svg = barChart({ title: '', par: 1, bars })

  const [won = 0, lost = 0] = attributes(svg, 'rect', 'x')
  expect(lost).toBeLessThan(won)
  expect(new Set([...svg.matchAll(/<rect [^>]*fill="([^"]+)"/g)].map(([, fill]) => fill)).size).toBe(2)
  expect(svg).not.toContain('unknown')
})

test('text is escaped', () => {
  expect(barChart({ title: '<a> & b', par: 1, bars: [] })).toContain('&lt;a&gt; &amp; b')
})
