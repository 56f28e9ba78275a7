import { overallScore, type RunSummary, scoresOf } from '@heddle/contract/compare/scores'
import { queryEvalResults } from '@heddle/contract/eval-results'
import { type EvaluationRunRecord, listEvaluationRuns } from '@heddle/contract/evaluations'
import { batchesOf } from '../../batches.ts'
import { projectPath } from '../../reports/project-path.ts'
import { timeText } from '../../reports/values.ts'
import type { Invocation } from '../command.ts'
import { type Connection, projectOf, withConnection } from './connection.ts'
import { type Column, formatOf, limitOf, printRows, statusColor } from './print.ts'

/** Lists runs of evaluations, newest first, with their scores. */
export const listEvals = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const projectId = await projectOf(invocation, connection)
    const runs: EvaluationRunRecord[] = []
    for await (const run of await connection.client.call(listEvaluationRuns, projectPath(projectId))) {
      runs.push(run)
      if (runs.length % 1_000 === 0) invocation.context.progress(`${runs.length} runs`)
    }
    runs.reverse()
    const shown = runs.slice(0, limitOf(invocation))
    const isJson = formatOf(invocation) === 'json' || formatOf(invocation) === 'ndjson'
    const scores = isJson ? new Map() : await readScores(connection, projectId, shown)
    await printRows(invocation, { columns: columnsWith(scores), rows: runs })
  })

const RUNS_PER_REQUEST = 20

async function readScores(
  { client }: Connection,
  projectId: string,
  runs: readonly EvaluationRunRecord[],
): Promise<Map<string, string>> {
  const scores = new Map<string, string>()
  for (const some of batchesOf(runs, RUNS_PER_REQUEST)) {
    const { summary } = await client.call(queryEvalResults, {
      ...projectPath(projectId),
      evaluation_call_ids: some.map(({ evaluation_run_id }) => evaluation_run_id),
      include_rows: false,
      include_summary: true,
    })
    for (const run of summary?.evaluations ?? []) scores.set(run.evaluation_call_id, scoresText(run))
  }
  return scores
}

const scoresText = (run: RunSummary): string =>
  scoresOf([run])
    .map((score) => `${score.id}=${Number((overallScore(run, score) ?? 0).toPrecision(4))}`)
    .join(' ')

/** The name and the start of the digest of an object: `quiz:4f2a91c3`. */
export function refText(ref: string): string {
  const [, name, digest] = /\/object\/([^:/]+):(\w{1,8})/.exec(ref) ?? []
  return name === undefined ? ref : `${name}:${digest}`
}

const columnsWith = (scores: ReadonlyMap<string, string>): readonly Column<EvaluationRunRecord>[] => [
  { title: 'RUN', value: ({ evaluation_run_id }) => evaluation_run_id, isWhole: true },
  { title: 'STARTED', value: ({ started_at }) => started_at, text: ({ started_at }) => timeText(started_at) },
  { title: 'STATUS', value: ({ status }) => status, color: ({ status }) => statusColor(status) },
  {
    title: 'EVALUATION',
    value: ({ evaluation }) => evaluation,
    text: ({ evaluation }) => refText(evaluation),
  },
  { title: 'MODEL', value: ({ model }) => model, text: ({ model }) => refText(model) },
  { title: 'SCORES', value: ({ evaluation_run_id }) => scores.get(evaluation_run_id) ?? '' },
]
