import { column, columnIs } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import { formatDateTime } from '../../time.ts'
import { INVOKE_AGENT } from './span.ts'
import { DURATION_MS } from './span-fields.ts'
import type { SpanGroup, SpanMeasure } from './span-groups.ts'

const number = (name: string): Expression => ({
  kind: 'field',
  field: { kind: 'column', name, type: 'number' },
})

const sum = (name: string): SpanMeasure => ({ make: 'sum', value: number(name) })
const values = (name: string): SpanMeasure => ({ make: 'values', value: column(name) })

/** Measures of every group of spans, by their names in responses. */
const MEASURES = {
  span_count: { make: 'count' },
  invocation_count: { make: 'count', condition: columnIs('operation_name', INVOKE_AGENT) },
  error_count: { make: 'count', condition: columnIs('status_code', 'ERROR') },
  conversation_count: { make: 'count_distinct', value: column('conversation_id') },
  total_input_tokens: sum('input_tokens'),
  total_output_tokens: sum('output_tokens'),
  total_reasoning_tokens: sum('reasoning_tokens'),
  total_cache_creation_input_tokens: sum('cache_creation_input_tokens'),
  total_cache_read_input_tokens: sum('cache_read_input_tokens'),
  total_duration_ms: { make: 'sum', value: { kind: 'field', field: DURATION_MS } },
  first_seen: { make: 'min', value: number('started_at') },
  last_seen: { make: 'max', value: number('started_at') },
  agent_names: values('agent_name'),
  agent_versions: values('agent_version'),
  conversation_names: values('conversation_name'),
  provider_names: values('provider_name'),
  request_models: values('request_model'),
} satisfies Record<string, SpanMeasure>

type TotalName = keyof typeof MEASURES

export const TOTAL_NAMES: readonly string[] = Object.keys(MEASURES)
export const TOTAL_MEASURES: readonly SpanMeasure[] = Object.values(MEASURES)

/** The totals of a group whose first measures are `TOTAL_MEASURES`. */
export function totalsOf({ measures }: SpanGroup) {
  const measured = (name: TotalName) => measures[TOTAL_NAMES.indexOf(name)]
  const count = (name: TotalName) => Number(measured(name) ?? 0)
  const texts = (name: TotalName) => [measured(name) ?? []].flat().map(String)
  return {
    span_count: count('span_count'),
    invocation_count: count('invocation_count'),
    error_count: count('error_count'),
    conversation_count: count('conversation_count'),
    total_input_tokens: count('total_input_tokens'),
    total_output_tokens: count('total_output_tokens'),
    total_reasoning_tokens: count('total_reasoning_tokens'),
    total_cache_creation_input_tokens: count('total_cache_creation_input_tokens'),
    total_cache_read_input_tokens: count('total_cache_read_input_tokens'),
    total_duration_ms: count('total_duration_ms'),
    first_seen: formatDateTime(count('first_seen')),
    last_seen: formatDateTime(count('last_seen')),
    agent_names: texts('agent_names'),
    agent_versions: texts('agent_versions'),
    conversation_names: texts('conversation_names'),
    provider_names: texts('provider_names'),
    request_models: texts('request_models'),
  }
}
