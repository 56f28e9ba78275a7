import { expect, test } from 'vitest'
import type { Measurement } from './compare.ts'
import { advantage, aimText, RESOURCE_ROWS, type Row, readRows, textOf } from './rows.ts'

const load = {
  spans: 1000,
  bytesSent: 3_400_000,
  acknowledgedSeconds: 1,
  readableSeconds: 1,
  cpuSeconds: 1,
  peakRssMiB: 100,
  peakPssMiB: 100,
  refused: 0,
}

const measured: Measurement = {
  name: 'x',
  version: '1',
  spans: 1000,
  startSeconds: 1,
  idle: { rssMiB: 100, pssMiB: 100, processes: 1 },
  batchesOf500: { first: load, rest: load },
  batchesOf100: { first: load, rest: load },
  settledCpuSeconds: 1,
  bytesPerSpan: { sent: 3400, loaded: 3400, settled: 3400, stopped: 3400 },
  survivedKill: 1000,
  survivedStop: 1000,
  reads: {},
}

const row = (name: string, rows: readonly Row[] = RESOURCE_ROWS): Row => {
  const found = rows.find((each) => each.name.startsWith(name))
  if (!found) throw new Error(`no row ${name}`)
  return found
}

const startingIn = (startSeconds: number): Measurement[] => [{ ...measured, startSeconds }]
const loadingIn = (readableSeconds: number): Measurement[] => [
  { ...measured, batchesOf500: { first: load, rest: { ...load, readableSeconds } } },
]

test('the advantage is over the better rival, whether less or more is better', () => {
  expect(advantage(row('start'), [startingIn(10), startingIn(20)], startingIn(2))).toBe(5)
  expect(advantage(row('spans/s'), [loadingIn(10), loadingIn(20)], loadingIn(2))).toBe(5)
  expect(advantage(row('start'), [startingIn(1)], startingIn(2))).toBe(0.5)
})

test('several rounds count with their median', () => {
  const rounds = [1, 100, 2].flatMap(startingIn)

  expect(textOf(row('start'), rounds)).toBe('2')
})

test('a missed aim says by how much', () => {
  expect(aimText(row('start'), startingIn(0.5))).toBe('≤ 0.5 ✓')
  expect(aimText(row('start'), startingIn(1))).toBe('≤ 0.5 ✗ by 2.00×')
  expect(aimText(row('spans/s'), loadingIn(0.5))).toBe('≥ 12,000 ✗ by 6.00×')
})

test('lost spans are shown as such, without a ratio', () => {
  const lossy = [{ ...measured, survivedKill: 10 }]
  const kill = row('survive `kill')

  expect(textOf(kill, [measured])).toBe('all')
  expect(textOf(kill, lossy)).toBe('**10 of 1,000**')
  expect(advantage(kill, [lossy], [measured])).toBeNaN()
})

test('a read that a service lacks is none, and one that failed says why', () => {
  const tree = row('long trace, tree', readRows('one'))
  const failing = { 'long trace, tree only': { failure: 'took over 120 s' } }

  expect(textOf(tree, [measured])).toBe('none')
  expect(textOf(tree, [{ ...measured, reads: failing }])).toBe('took over 120 s')
  expect(
    advantage(tree, [[measured]], [{ ...measured, reads: { 'long trace, tree only': { one: 1, four: 2 } } }]),
  ).toBeNaN()
})
