import { queryAgentSpans } from '@heddle/contract/agent-spans'
import { spanCondition } from '../../domain/agents/span-condition.ts'
import { agentSpanCatalogue, CUSTOM_ATTRIBUTE_SOURCES } from '../../domain/agents/span-fields.ts'
import { detailedSpanView, spanView } from '../../domain/agents/span-view.ts'
import { newPage } from '../../domain/page.ts'
import { bindSort } from '../../query/bind.ts'
import type { AgentSpanSearch } from '../../storage/port/agents.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { groupedSpans, type SpansRequest } from './grouped-spans.ts'
import { refuseNotServed } from './not-served.ts'

export const agentSpansQuery = operation(queryAgentSpans, inProject('read'), async (request, context) => {
  refuseNotServed(request)
  if (request.group_by !== undefined && request.group_by.length > 0) {
    return { spans: [], ...(await groupedSpans(request, request.group_by, context)) }
  }
  const search: AgentSpanSearch = {
    project_id: request.project_id,
    condition: spanCondition(request),
    sort: bindSort((request.sort_by ?? LATEST).map(withDirection), agentSpanCatalogue),
    ...newPage(request),
  }
  const total_count = await context.storage.agentSpans.count(search)
  return { spans: await viewsOf(search, request, context), groups: [], total_count }
})

const LATEST = [{ field: 'started_at' }]

const withDirection = ({ field, direction = 'desc' }: { field: string; direction?: 'asc' | 'desc' }) => ({
  field,
  direction,
})

async function viewsOf(search: AgentSpanSearch, request: SpansRequest, { storage, reply }: Context) {
  if (request.include_details) {
    const spans = await reply.read((bytesMax) => storage.agentSpans.findDetailed(search, bytesMax))
    return spans.map(detailedSpanView)
  }
  const keys = new Set((request.custom_attr_columns ?? []).filter(isCustom).map(({ key }) => key))
  const spans = await reply.read((bytesMax) => storage.agentSpans.find(search, bytesMax))
  return spans.map((span) => spanView(span, keys))
}

const isCustom = ({ source }: { source?: string }): boolean =>
  CUSTOM_ATTRIBUTE_SOURCES.some((known) => known === source)
