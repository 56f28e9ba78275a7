import type { Client } from '@heddle/contract/client'
import type { RunSummary } from '@heddle/contract/compare/scores'
import { queryEvalResults } from '@heddle/contract/eval-results'
import type { Diff } from './diff.ts'
import { diffRuns } from './diff-runs.ts'
import { diffTraces } from './diff-traces.ts'
import { readTrace } from './outline.ts'
import { projectPath } from './project-path.ts'

/** Compares two evaluation runs if both ids are those of runs, else two traces, aligned as in the UI. */
export async function readDiff(client: Client, projectId: string, a: string, b: string): Promise<Diff> {
  const runs = await runsOf(client, projectId, [a, b])
  if (runs) return diffRuns(client, projectId, runs)
  const [before, after] = [await readTrace(client, projectId, a), await readTrace(client, projectId, b)]
  return diffTraces(client, projectId, before, after)
}

async function runsOf(
  client: Client,
  projectId: string,
  ids: [string, string],
): Promise<[RunSummary, RunSummary] | undefined> {
  const { summary } = await client.call(queryEvalResults, {
    ...projectPath(projectId),
    evaluation_call_ids: ids,
    include_rows: false,
    include_summary: true,
    include_costs: true,
  })
  const [before, after] = ids.map((id) =>
    summary?.evaluations.find((run) => run.evaluation_call_id === id && run.trial_count > 0),
  )
  return before && after ? [before, after] : undefined
}
