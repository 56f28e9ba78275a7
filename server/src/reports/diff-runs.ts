import type { Client } from '@heddle/contract/client'
import {
  type Comparison,
  comparisons,
  type ExampleRow,
  overallScore,
  type RunSummary,
  type Score,
  scoresOf,
} from '@heddle/contract/compare/scores'
import { queryEvalResults } from '@heddle/contract/eval-results'
import { type Change, type Diff, type Metric, percentile } from './diff.ts'
import { projectPath } from './project-path.ts'

/** More examples than this are compared by their scores alone. */
const ROWS_MAX = 5_000

const PREVIEW_CHARS = 100

export async function diffRuns(
  client: Client,
  projectId: string,
  runs: readonly [RunSummary, RunSummary],
): Promise<Diff> {
  const ids = runs.map((run) => run.evaluation_call_id)
  const rows = await readRows(client, projectId, ids)
  const scores = scoresOf(runs)
  const [before, after] = runs
  const compared = scores.map((score) => ({ score, rows: comparisons(rows, ids, score) }))
  const changes = compared.flatMap(({ score, rows }) => rows.flatMap((row) => changeOf(score, row)))
  const regressed = changes.filter(({ state }) => state === 'regressed').length
  return {
    kind: 'runs',
    before: titleOf(before),
    after: titleOf(after),
    metrics: [...scores.map((score) => scoreMetric(runs, score)), ...trialMetrics(runs, rows)],
    counts: { examples: rows.length, improved: changes.length - regressed, regressed },
    changes: changes.toSorted((a, b) => Number(a.state === 'improved') - Number(b.state === 'improved')),
  }
}

async function readRows(client: Client, projectId: string, ids: readonly string[]): Promise<ExampleRow[]> {
  const { rows } = await client.call(queryEvalResults, {
    ...projectPath(projectId),
    evaluation_call_ids: [...ids],
    include_raw_data_rows: true,
    resolve_row_refs: true,
    include_costs: true,
    limit: ROWS_MAX,
  })
  return rows
}

const titleOf = ({ evaluation_call_id, display_name, trial_count }: RunSummary): string =>
  `run ${evaluation_call_id}${display_name ? `  ${display_name}` : ''}  ${trial_count} trials`

const scoreMetric = ([before, after]: readonly [RunSummary, RunSummary], score: Score): Metric => ({
  name: `score.${score.id}`,
  unit: 'score',
  before: overallScore(before, score),
  after: overallScore(after, score),
})

function trialMetrics(runs: readonly [RunSummary, RunSummary], rows: readonly ExampleRow[]): Metric[] {
  const [before, after] = runs.map((run) => {
    const trials = rows.flatMap(({ evaluations }) =>
      evaluations.flatMap((each) => (each.evaluation_call_id === run.evaluation_call_id ? each.trials : [])),
    )
    const latencies = trials.flatMap(({ model_latency_seconds }) =>
      model_latency_seconds === null ? [] : model_latency_seconds * 1000,
    )
    const tokens = trials.flatMap(({ total_tokens }) => total_tokens ?? [])
    return {
      'latency.p50': percentile(latencies, 0.5),
      'latency.p95': percentile(latencies, 0.95),
      tokens: tokens.length === 0 ? null : tokens.reduce((sum, count) => sum + count, 0),
      cost: run.predict_total_cost,
      trials: trials.length,
      errors: trials.filter(({ model_output }) => model_output === null).length,
    }
  })
  const units = {
    'latency.p50': 'ms',
    'latency.p95': 'ms',
    tokens: 'count',
    cost: 'usd',
    trials: 'count',
    errors: 'count',
  } as const
  const names = ['latency.p50', 'latency.p95', 'tokens', 'cost', 'trials', 'errors'] as const
  return names.map((name) => ({
    name,
    unit: units[name],
    before: before?.[name] ?? null,
    after: after?.[name] ?? null,
  }))
}

function changeOf({ id }: Score, { example, digest, cells }: Comparison): Change[] {
  const [before, after] = cells
  const delta = after?.delta ?? null
  if (delta === null || delta === 0) return []
  return [
    {
      state: delta < 0 ? 'regressed' : 'improved',
      depth: 0,
      name: example === null ? digest : JSON.stringify(example).slice(0, PREVIEW_CHARS),
      details: `${id} ${rounded(before?.value)} → ${rounded(after?.value)}`,
    },
  ]
}

const rounded = (value: number | null | undefined): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(4))) : 'none'
