import { type AgentRecord, queryAgents, queryAgentVersions } from '@heddle/contract/agents'
import { groupSort } from '../../domain/agents/group-sort.ts'
import type { SpanGroup, SpanGroups } from '../../domain/agents/span-groups.ts'
import { TOTAL_MEASURES, TOTAL_NAMES, totalsOf } from '../../domain/agents/totals.ts'
import { newPage } from '../../domain/page.ts'
import { column, columnIs, not, unset } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import { lazyMap } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'

export const agentOperations = [
  operation(queryAgents, inProject('read'), async (request, context) => {
    const name = request.filters?.agent_name
    const named = name === undefined ? not(unset(column('agent_name'))) : columnIs('agent_name', name)
    const { groups, total } = await groupsBy(['agent_name'], named, request, context)
    return { agents: lazyMap(groups, (group) => agentView(request.project_id, group)), total_count: total }
  }),

  operation(queryAgentVersions, inProject('read'), async (request, context) => {
    const named = columnIs('agent_name', request.agent_name)
    const { groups, total } = await groupsBy(['agent_name', 'agent_version'], named, request, context)
    return {
      versions: lazyMap(groups, (group) => ({
        ...agentView(request.project_id, group),
        agent_version: String(group.keys[1] ?? ''),
      })),
      total_count: total,
    }
  }),
]

interface ListRequest {
  readonly project_id: string
  readonly sort_by?: Parameters<typeof groupSort>[0]
  readonly limit?: number
  readonly offset?: number
}

function groupsBy(
  columns: readonly string[],
  condition: Expression,
  request: ListRequest,
  context: Context,
): Promise<SpanGroups> {
  return context.storage.agentSpans.group({
    project_id: request.project_id,
    condition,
    keys: columns.map((name) => column(name)),
    edges: [],
    measures: TOTAL_MEASURES,
    ranges: [],
    sort: groupSort(request.sort_by, columns, TOTAL_NAMES),
    ...newPage(request),
  })
}

function agentView(project_id: string, group: SpanGroup): AgentRecord {
  const totals = totalsOf(group)
  return {
    project_id,
    agent_name: String(group.keys[0] ?? ''),
    invocation_count: totals.invocation_count,
    span_count: totals.span_count,
    total_input_tokens: totals.total_input_tokens,
    total_output_tokens: totals.total_output_tokens,
    total_duration_ms: totals.total_duration_ms,
    error_count: totals.error_count,
    first_seen: totals.first_seen,
    last_seen: totals.last_seen,
    total_cost_usd: null,
  }
}
