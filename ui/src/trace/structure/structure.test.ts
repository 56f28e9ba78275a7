import { childrenOf, countBelow, traceTree } from '@heddle/contract/compare/tree'
import type { TraceSkeleton } from '@heddle/contract/skeleton'
import { describe, expect, test } from 'vitest'
import { criticalPath } from './critical-path.ts'
import { indentation } from './indentation.ts'
import { barPlace, ticksOf } from './time-scale.ts'
import { treeMove } from './tree-move.ts'
import { hitsOf } from './useTraceSearch.ts'
import {
  closedFrom,
  closedOneLevel,
  nearestVisible,
  notableCalls,
  openedOneLevel,
  openedTo,
  ownTimeUs,
  visibleCalls,
} from './visible.ts'

interface SomeCall {
  readonly parent: number
  readonly start?: number
  readonly duration?: number | null
  readonly cost?: number
  readonly failed?: boolean
}

function tree(...calls: readonly SomeCall[]) {
  const skeleton: TraceSkeleton = {
    trace_id: 't',
    started_at: '2025-03-01T10:00:00Z',
    op_names: ['weave:///team/app/op/step:v1'],
    models: [],
    has_more: false,
    usage: {},
    reports: { call: [], tokens: [], cost: [], reported_cost: [] },
    calls: {
      id: calls.map((_, index) => `c${index}`),
      parent: calls.map(({ parent }) => parent),
      op_name: calls.map(() => 0),
      display_name: calls.map(() => null),
      start_us: calls.map(({ start = 0 }) => start),
      duration_us: calls.map(({ duration = 10 }) => duration),
      status: calls.map(({ failed }) => (failed ? 'error' : 'success')),
      kind: calls.map(() => 'call'),
      model: calls.map(() => -1),
      tokens: calls.map(() => null),
      cost: calls.map(({ cost = null }) => cost),
      usage_standing: calls.map(() => null),
    },
  }
  return traceTree(skeleton)
}

/** 0 → (1 → (3, 4), 2) */
const family = () => tree({ parent: -1 }, { parent: 0 }, { parent: 0 }, { parent: 1 }, { parent: 1 })

test('a hidden call gives way to the outermost collapsed call around it', () => {
  const calls = family()

  expect(nearestVisible(calls, new Set([0, 1]), 3)).toBe(0)
  expect(nearestVisible(calls, new Set([1]), 3)).toBe(1)
  expect(nearestVisible(calls, new Set([1]), 1)).toBe(1)
  expect(nearestVisible(calls, new Set([1]), 2)).toBe(2)
})

describe('the tree', () => {
  test('lists calls depth first, with the descendants of each', () => {
    const calls = family()

    expect([...calls.order]).toEqual([0, 1, 3, 4, 2])
    expect([...calls.depth]).toEqual([0, 1, 1, 2, 2])
    expect(countBelow(calls, 0)).toBe(4)
    expect(countBelow(calls, 1)).toBe(2)
    expect(childrenOf(calls, 0)).toEqual([1, 2])
    expect(calls.names[3]).toBe('step')
  })

  test('keeps several roots and orphans', () => {
    const calls = tree({ parent: -1 }, { parent: -1 }, { parent: 1 })

    expect([...calls.order]).toEqual([0, 1, 2])
    expect([...calls.depth]).toEqual([0, 0, 1])
  })

  test('shows calls of a parent cycle once each', () => {
    const calls = tree({ parent: -1 }, { parent: 2 }, { parent: 1 }, { parent: 3 })

    expect([...calls.order].sort()).toEqual([0, 1, 2, 3])
    expect([...calls.depth]).toEqual([0, 0, 1, 0])
  })

  test('a running call lasts as long as the trace', () => {
    const calls = tree({ parent: -1, duration: null }, { parent: 0, start: 5, duration: 20 })

    expect(calls.endUs[0]).toBe(25)
  })

  test('supports a chain of a hundred thousand calls', () => {
    const calls = tree(...Array.from({ length: 100_000 }, (_, index) => ({ parent: index - 1 })))

    expect(calls.depth.at(-1)).toBe(99_999)
  })
})

describe('indentation', () => {
  test('a shallow trace is indented from its root', () => {
    expect(indentation([0, 1, 2, 1])).toEqual({ fromDepth: 0, levels: 2 })
    expect(indentation([5, 6])).toEqual({ fromDepth: 0, levels: 6 })
    expect(indentation([])).toEqual({ fromDepth: 0, levels: 1 })
  })

  test('deep in a trace, it starts at the outermost call in view', () => {
    expect(indentation([48, 49, 50])).toEqual({ fromDepth: 48, levels: 2 })
    expect(indentation([50, 50])).toEqual({ fromDepth: 50, levels: 1 })
  })

  test('a call far above the others does not take their indentation', () => {
    expect(indentation([98, 99, 100, 1])).toEqual({ fromDepth: 70, levels: 30 })
  })
})

describe('expanding and collapsing', () => {
  test('descendants of a collapsed call are hidden', () => {
    expect(visibleCalls(family(), new Set([1]))).toEqual([0, 1, 2])
  })

  test('goes level by level', () => {
    const calls = family()
    const all = new Set<number>()
    const one = closedOneLevel(calls, all)
    const none = closedOneLevel(calls, one)

    expect([...one]).toEqual([1])
    expect([...none]).toEqual([0, 1])
    expect(openedOneLevel(calls, none)).toEqual(one)
    expect(openedOneLevel(calls, one)).toEqual(all)
  })

  test('expands the ancestors of a call and nothing else', () => {
    const calls = family()

    expect(openedTo(calls, closedFrom(calls, 0), 1)).toEqual(new Set([1]))
    expect(openedTo(calls, closedFrom(calls, 0), 4)).toEqual(new Set())
  })
})

test('hits by name or payload are distinct and in tree order', () => {
  const calls = family()

  expect(hitsOf(calls, 'STEP', ['c2'])).toEqual([0, 1, 3, 4, 2])
  expect(hitsOf(calls, 'elsewhere', ['c2', 'c3', 'gone'])).toEqual([3, 2])
  expect(hitsOf(calls, ' ', ['c2'])).toEqual([])
})

test('notable calls are chosen by self time and own cost', () => {
  const calls = tree(
    { parent: -1, start: 0, duration: 100, cost: 5 },
    { parent: 0, start: 10, duration: 60, cost: 1 },
    { parent: 0, start: 70, duration: 20, cost: 4, failed: true },
  )

  expect(ownTimeUs(calls, 0)).toBe(20)
  expect(notableCalls(calls)).toEqual({ slowest: 1, costliest: 2, firstError: 2 })
  expect(notableCalls(tree({ parent: -1, duration: 0 }))).toEqual({
    slowest: undefined,
    costliest: undefined,
    firstError: undefined,
  })
})

test('the critical path skips calls that ran in parallel to a longer one', () => {
  const calls = tree(
    { parent: -1, start: 0, duration: 100 },
    { parent: 0, start: 0, duration: 40 },
    { parent: 0, start: 40, duration: 50 },
    { parent: 0, start: 40, duration: 20 },
    { parent: 2, start: 45, duration: 30 },
  )

  expect([...criticalPath(calls)].sort()).toEqual([0, 1, 2, 4])
})

test('bars are positioned in percent of the window and clipped at its edges', () => {
  const window = { fromUs: 100, toUs: 200 }

  expect(barPlace(window, 150, 175)).toEqual({ left: 50, width: 25 })
  expect(barPlace(window, 50, 125)).toEqual({ left: 0, width: 25 })
  expect(barPlace(window, 300, 400)).toBeUndefined()
})

test('ticks are at round times', () => {
  expect(ticksOf({ fromUs: 0, toUs: 1000 }, 5).map(({ us }) => us)).toEqual([0, 200, 400, 600, 800, 1000])
})

describe('ticks read as round times, each in its own words', () => {
  const [second, minute, hour] = [1e6, 60e6, 3600e6]

  test.each([
    ['microseconds', 0, 3, '0, 1 µs, 2 µs, 3 µs'],
    ['less than a millisecond', 0, 240, '0, 50 µs, 100 µs, 150 µs, 200 µs'],
    ['milliseconds', 0, 2_400, '0, 500 µs, 1 ms, 1.5 ms, 2 ms'],
    ['seconds', 0, 2.4 * second, '0, 500 ms, 1 s, 1.5 s, 2 s'],
    ['minutes', 0, 9 * minute, '0, 2m, 4m, 6m, 8m'],
    ['half minutes', 0, 2 * minute, '0, 30 s, 1m, 1m 30s, 2m'],
    ['hours', 0, 5 * hour, '0, 1h, 2h, 3h, 4h, 5h'],
    ['days', 0, 75 * hour, '0, 1d, 2d, 3d'],
    ['half days', 0, 36 * hour, '0, 12h, 1d, 1d 12h'],
    ['part of a long trace', hour + 10_100, hour + 13_900, '1h 0.011s, 1h 0.012s, 1h 0.013s'],
    ['part of some seconds', 12_339_900, 12_343_000, '12.34 s, 12.341 s, 12.342 s, 12.343 s'],
  ])('%s', (_, fromUs, toUs, texts) => {
    const ticks = ticksOf({ fromUs, toUs }, 5)

    expect(ticks.map(({ text }) => text).join(', ')).toBe(texts)
  })
})

test('keys move between visible calls, expand them and move to the parent', () => {
  const tree = family()
  const closed = new Set([1])
  const shown = { tree, visible: visibleCalls(tree, closed), isClosed: (index: number) => closed.has(index) }

  expect(treeMove('ArrowDown', shown, 1)).toEqual({ kind: 'go', index: 2 })
  expect(treeMove('ArrowUp', shown, 0)).toBeUndefined()
  expect(treeMove('ArrowRight', shown, 1)).toEqual({ kind: 'toggle' })
  expect(treeMove('ArrowRight', shown, 0)).toEqual({ kind: 'go', index: 1 })
  expect(treeMove('ArrowLeft', shown, 1)).toEqual({ kind: 'go', index: 0 })
  expect(treeMove('ArrowLeft', shown, 0)).toEqual({ kind: 'toggle' })
  expect(treeMove('End', shown, 0)).toEqual({ kind: 'go', index: 2 })
  expect(treeMove('x', shown, 0)).toBeUndefined()
})
