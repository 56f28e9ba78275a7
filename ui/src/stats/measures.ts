import type { CallMeasures } from '../api/stats.ts'

/** Everything the page shows is read from these, over time, over the whole window and by group. */
export const MEASURES = {
  call_metrics: [
    { metric: 'call_count', aggregations: ['sum'] },
    { metric: 'error_count', aggregations: ['sum'] },
    { metric: 'latency_ms', percentiles: [50, 95, 99] },
  ],
  usage_metrics: [
    { metric: 'input_tokens', aggregations: ['sum'] },
    { metric: 'output_tokens', aggregations: ['sum'] },
    { metric: 'total_cost', aggregations: ['sum'] },
  ],
} satisfies CallMeasures
