import { readAgentSpanStats } from '@heddle/contract/agent-span-stats'
import { newGroupKey } from '../../domain/agents/group-keys.ts'
import { spanCondition, startedAt } from '../../domain/agents/span-condition.ts'
import { largestGroups, metricColumns, statsColumns, statsRows } from '../../domain/agents/span-stats.ts'
import { checkBucketValues, checkTimeRange, timeBuckets } from '../../domain/measures/time-buckets.ts'
import { formatDateTime, readDateTime } from '../../time.ts'
import { inProject, operation } from '../operation.ts'
import { refuseUnsupported, unsupported } from './spans.ts'

const GROUPS_DEFAULT = 50

export const agentSpanStatsOperations = [
  operation(readAgentSpanStats, inProject('read'), async (request, context) => {
    refuseUnsupported(request)
    if ((request.group_filters ?? []).length > 0) throw unsupported('group_filters')
    if (request.bucket_by?.type === 'number') throw unsupported('bucket_by')
    const start = readDateTime(request.start, ['body', 'start'])
    const end = request.end === undefined ? context.now() : readDateTime(request.end, ['body', 'end'])
    checkTimeRange({ start, end })
    const { timezone = 'UTC', group_by = [], group_limit = GROUPS_DEFAULT } = request
    const { granularity, edges } = timeBuckets({ start, end }, timezone, request.granularity)
    const keys = group_by.map(newGroupKey)
    const metrics = request.metrics.flatMap(metricColumns)
    const { groups } = await context.storage.agentSpans.group({
      project_id: request.project_id,
      condition: spanCondition(
        request.query ? { query: request.query } : {},
        startedAt('gte', start),
        startedAt('lt', end),
      ),
      keys: keys.map(({ value }) => value),
      edges,
      measures: [{ make: 'count' }, ...metrics.map(({ measure }) => measure)],
      ranges: [],
      sort: [],
    })
    const largest = largestGroups(groups, group_limit)
    checkBucketValues(largest.length, metrics.length)
    return {
      start: formatDateTime(start),
      end: formatDateTime(end),
      granularity,
      timezone,
      bucket_type: 'time' as const,
      columns: statsColumns(keys, metrics),
      rows: statsRows(largest, edges, keys, metrics),
    }
  }),
]
