import { readCallStats } from '@heddle/contract/calls-stats'
import { planCallStats } from '../../domain/calls/stats-plan.ts'
import { fillStats } from '../../domain/calls/stats-reply.ts'
import { inProject, operation } from '../operation.ts'
import { pricesOf } from './costs.ts'

export const callsStats = operation(readCallStats, inProject('read'), async (request, context) => {
  const plan = planCallStats(request, context.now())
  const stats = await context.storage.calls.stats(plan.query, context.signal)
  const models = stats.usage.map(({ model = '' }) => ({ model }))
  return fillStats(plan, stats, await pricesOf(context, request.project_id, models))
})
