import { queryAgentSpans, readAgentAttributes } from '@heddle/contract/agent-spans'
import { deleteAgentSpans } from '@heddle/contract/agents'
import type { Static } from 'typebox'
import { keysView, newGroupKey } from '../../domain/agents/group-keys.ts'
import { groupSort } from '../../domain/agents/group-sort.ts'
import { measureView } from '../../domain/agents/measure-view.ts'
import { spanCondition } from '../../domain/agents/span-condition.ts'
import { agentSpanCatalogue, CUSTOM_ATTRIBUTE_SOURCES } from '../../domain/agents/span-fields.ts'
import type { SpanGroupQuery } from '../../domain/agents/span-groups.ts'
import { newMeasure } from '../../domain/agents/span-values.ts'
import { detailedSpanView, spanView } from '../../domain/agents/span-view.ts'
import { TOTAL_MEASURES, TOTAL_NAMES, totalsOf } from '../../domain/agents/totals.ts'
import { newPage } from '../../domain/page.ts'
import { ServiceError } from '../../errors.ts'
import { bindSort } from '../../query/bind.ts'
import { columnIn } from '../../query/build.ts'
import type { AgentSpanSearch } from '../../storage/port/agents.ts'
import { readDateTime } from '../../time.ts'
import { lazyMap } from '../../turns.ts'
import { type Context, inProject, operation, type Received } from '../operation.ts'
import { removeAll } from '../remove-all.ts'

const ATTRIBUTES_DEFAULT = 200
const DELETED_IDS_MAX = 1000

export const agentSpanOperations = [
  operation(queryAgentSpans, inProject('read'), async (request, context) => {
    refuseUnsupported(request)
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
  }),

  operation(readAgentAttributes, inProject('read'), async (request, context) => {
    const { limit = ATTRIBUTES_DEFAULT, offset = 0 } = newPage(request)
    const { project_id } = request
    const seen = await context.storage.agentSpans.attributes({
      project_id,
      condition: spanCondition(request),
      sort: [],
    })
    return {
      attributes: seen.slice(offset, offset + limit).map(({ key, type, span_count }) => ({
        source: `custom_attrs_${type}` as const,
        key,
        value_type: type,
        span_count,
      })),
      limit,
      offset,
      has_more: seen.length > offset + limit,
    }
  }),

  operation(deleteAgentSpans, inProject('write'), async (request, context) => {
    const { project_id, trace_ids, conversation_ids, span_ids } = request
    if (!(trace_ids || conversation_ids || span_ids)) {
      throw new ServiceError('invalid_request', 'One of trace_ids, conversation_ids and span_ids is required')
    }
    const lists = { trace_id: trace_ids, conversation_id: conversation_ids, span_id: span_ids }
    const count = Object.values(lists).reduce((sum, ids = []) => sum + ids.length, 0)
    if (count > DELETED_IDS_MAX) {
      throw new ServiceError(
        'too_large',
        `trace_ids, conversation_ids and span_ids have ${count} ids, over the ${DELETED_IDS_MAX} allowed`,
      )
    }
    let num_deleted = 0
    for (const [column, ids = []] of Object.entries(lists)) {
      if (ids.length === 0) continue
      const selection = { project_id, condition: columnIn(column, ids) }
      num_deleted += await removeAll((limit) => context.storage.agentSpans.remove(selection, limit))
    }
    return { num_deleted }
  }),
]

const LATEST = [{ field: 'started_at' }]

const withDirection = ({ field, direction = 'desc' }: { field: string; direction?: 'asc' | 'desc' }) => ({
  field,
  direction,
})

async function viewsOf(search: AgentSpanSearch, request: SpansRequest, { storage, reply }: Context) {
  if (request.include_details) {
    const spans = await reply.read((bytesMax) => storage.agentSpans.findDetailed(search, bytesMax))
    return lazyMap(spans, detailedSpanView)
  }
  const keys = new Set((request.custom_attr_columns ?? []).filter(isCustom).map(({ key }) => key))
  const spans = await reply.read((bytesMax) => storage.agentSpans.find(search, bytesMax))
  return lazyMap(spans, (span) => spanView(span, keys))
}

const isCustom = ({ source }: { source?: string }): boolean =>
  CUSTOM_ATTRIBUTE_SOURCES.some((known) => known === source)

type SpansRequest = Received<Static<typeof queryAgentSpans.request>>

type GroupBy = NonNullable<SpansRequest['group_by']>
type GroupFilter = NonNullable<SpansRequest['group_filters']>[number]

/** Returns the requested page of groups and the total number of groups. */
async function groupedSpans(request: SpansRequest, groupBy: GroupBy, { storage }: Context) {
  const { group_filters = [] } = request
  const keys = groupBy.map(newGroupKey)
  const own = (request.measures ?? []).map((spec) => ({ alias: spec.alias, measure: newMeasure(spec) }))
  const names = [...TOTAL_NAMES, ...own.map(({ alias }) => alias)]
  const { groups, total } = await storage.agentSpans.group({
    project_id: request.project_id,
    condition: spanCondition(request),
    keys: keys.map(({ value }) => value),
    edges: [],
    measures: [
      ...TOTAL_MEASURES,
      ...own.map(({ measure }) => measure),
      ...group_filters.map(({ measure }) => newMeasure(measure)),
    ],
    ranges: group_filters.map((filter, at) => rangeOf(filter, names.length + at)),
    sort: groupSort(
      request.sort_by,
      keys.map(({ alias }) => alias),
      names,
    ),
    ...newPage(request),
  })
  return {
    groups: lazyMap(groups, (group) => ({
      ...NOT_COMPUTED,
      ...totalsOf(group),
      group_keys: keysView(group, keys),
      metrics: Object.fromEntries(
        own.map(({ alias, measure }, at) => [
          alias,
          measureView(group.measures[TOTAL_NAMES.length + at], measure),
        ]),
      ),
    })),
    total_count: total,
  }
}

const NOT_COMPUTED = {
  distributions: {},
  total_cost_usd: null,
  total_input_cost_usd: null,
  total_output_cost_usd: null,
}

function rangeOf(filter: GroupFilter, measure: number): SpanGroupQuery['ranges'][number] {
  if (filter.group_by !== undefined && filter.group_by.length > 0) throw unsupported('group_filters.group_by')
  const [min, max] = [boundOf(filter.min), boundOf(filter.max)]
  if (min === undefined && max === undefined) {
    throw new ServiceError('invalid_request', 'group_filters: a filter needs min or max')
  }
  return { measure, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const boundOf = (bound: string | number | undefined): number | undefined =>
  typeof bound === 'string' ? readDateTime(bound, ['body', 'group_filters']) : bound

/** Request fields that this server does not support. */
interface UnsupportedFields {
  readonly signal_filters?: { readonly tags?: readonly unknown[]; readonly ratings?: readonly unknown[] }
  readonly insight_filters?: readonly unknown[]
  readonly group_distributions?: readonly unknown[]
}

/** Throws rather than silently ignoring a filter. */
export function refuseUnsupported(request: UnsupportedFields): void {
  const { signal_filters = {}, insight_filters = [], group_distributions = [] } = request
  const { tags = [], ratings = [] } = signal_filters
  if (tags.length + ratings.length > 0) throw unsupported('signal_filters')
  if (insight_filters.length > 0) throw unsupported('insight_filters')
  if (group_distributions.length > 0) throw unsupported('group_distributions')
}

/** A status of 5xx would make clients retry. */
export const unsupported = (part: string): ServiceError =>
  new ServiceError('invalid_request', `${part} is not available here`, { error_code: 'NOT_AVAILABLE' })
