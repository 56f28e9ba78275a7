import { JsonNumber } from '../../json/number.ts'
import type { JsonText } from '../../json/text.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { jsonTextOf } from '../../json/write.ts'
import type { Steps } from '../../turns.ts'

/** Statistics of one value in the scores of many trials: a scorer, and a path into its score. */
export interface ScoreStats {
  readonly scorer_key: string
  readonly path: readonly string[]
  readonly value_type: 'binary' | 'continuous' | 'text'
  /** Number of scores with a value there. */
  readonly trial_count: number
  readonly numeric_count: number
  readonly numeric_mean: number | null
  readonly pass_true_count: number
  readonly pass_known_count: number
  readonly pass_rate: number | null
}

/** Statistics of every path with a scalar in any of the scores, in order of appearance. */
export function* scoreStats(allScores: readonly JsonText[]): Steps<ScoreStats[]> {
  const places = new Map<string, { path: readonly string[]; values: Scalar[] }>()
  for (const scores of allScores) {
    for (const { path, value } of leavesOf(parseTree(scores), [])) {
      const key = JSON.stringify(path)
      const place = places.get(key)
      if (place) place.values.push(value)
      else places.set(key, { path, values: [value] })
    }
    yield
  }
  return [...places.values()].map(({ path, values }) => statsOf(path, values))
}

/** Averages the scores of many trials into one object of the same shape, as the SDKs do. */
export function* averageScores(allScores: readonly JsonText[]): Steps<JsonText> {
  const root: Averages = new Map()
  for (const stats of (yield* scoreStats(allScores)).filter(({ value_type }) => value_type !== 'text')) {
    const place = [stats.scorer_key, ...stats.path].reduce(below, root)
    for (const [name, value] of Object.entries(averageOf(stats))) place.set(name, value)
  }
  return jsonTextOf(root)
}

type Scalar = boolean | number | string

interface Leaf {
  readonly path: readonly string[]
  readonly value: Scalar
}

/** Lists and nulls are skipped, since there is nothing to count in them. */
function leavesOf(tree: JsonValue, path: readonly string[]): Leaf[] {
  if (tree instanceof Map) return [...tree].flatMap(([key, value]) => leavesOf(value, [...path, key]))
  if (tree instanceof JsonNumber) return [{ path, value: tree.toNumber() }]
  return typeof tree === 'boolean' || typeof tree === 'string' ? [{ path, value: tree }] : []
}

function statsOf([scorer_key = '', ...path]: readonly string[], values: readonly Scalar[]): ScoreStats {
  const numbers = values.filter((value) => typeof value === 'number')
  const verdicts = values.filter((value) => typeof value === 'boolean')
  const passed = verdicts.filter(Boolean).length
  return {
    scorer_key,
    path,
    value_type: VALUE_TYPES[typeof values[0]] ?? 'text',
    trial_count: values.length,
    numeric_count: numbers.length,
    numeric_mean: share(
      numbers.reduce((sum, value) => sum + value, 0),
      numbers.length,
    ),
    pass_true_count: passed,
    pass_known_count: verdicts.length,
    pass_rate: share(passed, verdicts.length),
  }
}

const VALUE_TYPES: Readonly<Record<string, ScoreStats['value_type']>> = {
  boolean: 'binary',
  number: 'continuous',
}

/** Part divided by whole; null if the whole is 0. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

type Averages = Map<string, unknown>

function below(parent: Averages, key: string): Averages {
  const known = parent.get(key)
  if (known instanceof Map) return known
  const child: Averages = new Map()
  parent.set(key, child)
  return child
}

function averageOf(stats: ScoreStats): object {
  if (stats.value_type === 'continuous') return { mean: stats.numeric_mean }
  return { true_count: stats.pass_true_count, true_fraction: stats.pass_rate }
}
