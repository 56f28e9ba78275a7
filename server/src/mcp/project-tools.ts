import { queryCalls } from '@heddle/contract/calls-query'
import { readCallStats } from '@heddle/contract/calls-stats'
import { listEvaluationRuns } from '@heddle/contract/evaluations'
import { createFeedback } from '@heddle/contract/feedback'
import { parseTime } from '@heddle/contract/filter/values'
import { queryObjects } from '@heddle/contract/objects'
import { queryProjects } from '@heddle/contract/projects'
import * as Type from 'typebox'
import { previewOf } from '../reports/calls.ts'
import { agoText } from '../reports/filter.ts'
import { projectPath } from '../reports/project-path.ts'
import { readSpend } from '../reports/spend.ts'
import { countText, durationText, moneyText } from '../reports/values.ts'
import { pageOfLines, type Tool, type ToolContext, ToolError, tool } from './tool.ts'
import { Filter, searchFor } from './trace-tools.ts'

const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the projects that the key may read, most recently active first.',
  anyProject: true,
  input: Type.Object({}),
  async run({ client }) {
    const { projects } = await client.call(queryProjects, {})
    return pageOfLines(
      projects.map(
        (each) => `${each.project_id}  ${each.root_call_count} traces  ${each.last_activity ?? ''}`,
      ),
    )
  },
})

const WHOLE_SECONDS = 4_000_000_000
const FAILURES_READ = 200
const GROUPS_SHOWN = 10

const summarize = tool({
  name: 'summarize',
  title: 'Summarize errors, latency and cost',
  description:
    'Summarizes calls since a time: how many there were and failed, latency percentiles, the most frequent error messages with an example each, and tokens and cost by model. Start here to learn what is wrong.',
  input: Type.Object({
    since: Type.Optional(Type.String({ maxLength: 40, description: '1h, 7d or a time; 1d by default.' })),
    filter: Filter,
  }),
  async run({ client, projectId }, { since = '1d', filter }) {
    const start = parseTime(agoText(since), new Date())?.from.toISOString()
    if (start === undefined)
      throw new ToolError('since must be a duration such as 1d or a time such as 2026-01-31')
    const search = searchFor({ ...(filter && { filter }) })
    const stats = await client.call(readCallStats, {
      project_id: projectId,
      ...search,
      start,
      long_range: true,
      granularity: WHOLE_SECONDS,
      call_metrics: [
        { metric: 'call_count', aggregations: ['sum'] },
        { metric: 'error_count', aggregations: ['sum'] },
        { metric: 'latency_ms', percentiles: [50, 95] },
      ],
    })
    const value = (key: string) => Number(stats.call_buckets[0]?.[key] ?? 0)
    const spends = await readSpend(client, { project_id: projectId, ...search, start, group_by: undefined })
    const latency = [value('p50_latency_ms'), value('p95_latency_ms')].map(durationText)
    return pageOfLines([
      `Since ${start}: ${countText(value('sum_call_count'))} calls, ${countText(value('sum_error_count'))} failed; latency p50 ${latency[0]}, p95 ${latency[1]}`,
      '',
      'Errors, most frequent first:',
      ...(await errorLines({ client, projectId }, { since, ...(filter && { filter }) })),
      '',
      'Cost by model:',
      ...spends.map(
        ({ group, calls, input_tokens, output_tokens, cost }) =>
          `${group}  ${countText(calls)} calls  ${countText(input_tokens)} + ${countText(output_tokens)} tokens  ${moneyText(cost)}`,
      ),
    ])
  },
})

/** Error messages with their number among the latest failed calls, and one call each. */
async function errorLines(
  { client, projectId }: ToolContext,
  input: { filter?: string; since?: string },
): Promise<string[]> {
  const { calls } = await client.call(queryCalls, {
    project_id: projectId,
    ...searchFor({ ...input, filter: `${input.filter ? `(${input.filter}) ` : ''}status:error` }),
    sort_by: [{ field: 'started_at', direction: 'desc' }],
    limit: FAILURES_READ,
    columns: ['id', 'exception', 'summary'],
  })
  const groups = new Map<string, string[]>()
  for (const call of calls) {
    const message = previewOf(call).slice(0, 200)
    groups.set(message, [...(groups.get(message) ?? []), call.id])
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, GROUPS_SHOWN)
    .map(([message, ids]) => `${ids.length} ×  ${message}  such as call ${ids[0]}`)
}

const datasets = tool({
  name: 'list_datasets',
  title: 'List datasets',
  description: 'Lists datasets with their refs, newest first.',
  input: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  async run({ client, projectId }, { limit = 30 }) {
    const { objs } = await client.call(queryObjects, {
      project_id: projectId,
      filter: { base_object_classes: ['Dataset'], latest_only: true },
      sort_by: [{ field: 'created_at', direction: 'desc' }],
      metadata_only: true,
      limit,
    })
    if (objs.length === 0) return 'There are no datasets.'
    return pageOfLines(
      objs.map(
        ({ object_id, digest, created_at }) =>
          `${object_id}  ${created_at}  weave:///${projectId}/object/${object_id}:${digest}`,
      ),
    )
  },
})

const evaluationRuns = tool({
  name: 'list_evaluation_runs',
  title: 'List evaluation runs',
  description:
    'Lists runs of evaluations with status, evaluation, model and run id, newest first. Compare two of them with compare.',
  input: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  async run({ client, projectId }, { limit = 20 }) {
    const runs: string[] = []
    for await (const run of await client.call(listEvaluationRuns, projectPath(projectId))) {
      runs.push(
        `${run.started_at}  ${run.status}  run ${run.evaluation_run_id}  ${run.evaluation}  ${run.model}`,
      )
    }
    return runs.length === 0 ? 'There are no runs.' : pageOfLines(runs.reverse().slice(0, limit))
  },
})

const leaveFeedback = tool({
  name: 'leave_feedback',
  title: 'Leave feedback on a call',
  description:
    'Leaves a note on a call, for the people who look at it, and optionally a score between 0 and 1 under a name. Needs a key that may write.',
  writes: true,
  input: Type.Object({
    call_id: Type.String({ maxLength: 500 }),
    note: Type.String({ minLength: 1, maxLength: 1_024 }),
    score: Type.Optional(
      Type.Object({
        name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
        value: Type.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
  }),
  async run({ client, projectId }, { call_id, note, score }) {
    const about = { project_id: projectId, weave_ref: `weave:///${projectId}/call/${call_id}` }
    const { calls } = await client.call(queryCalls, {
      project_id: projectId,
      filter: { call_ids: [call_id] },
      columns: ['id'],
    })
    if (calls.length === 0) throw new ToolError(`There is no call ${call_id} in ${projectId}`)
    await client.call(createFeedback, { ...about, feedback_type: 'wandb.note.1', payload: { note } })
    if (score) {
      const payload = { score: score.value, reason: note }
      await client.call(createFeedback, { ...about, feedback_type: score.name, payload })
    }
    return `Left ${score ? 'a note and a score' : 'a note'} on call ${call_id}.`
  },
})

export const projectTools: readonly Tool[] = [
  listProjects,
  summarize,
  datasets,
  evaluationRuns,
  leaveFeedback,
]
