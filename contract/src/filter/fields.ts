import { CUSTOM_VALUE_KEYS } from '../call/feedback-name.ts'
import { CALL_STATUSES } from '../call/status.ts'

/** How a field of the filter bar is matched. */
export type Field =
  /** Matches whole values, such as ids. */
  | { readonly kind: 'id' | 'user' | 'text' | 'number' | 'duration' | 'instant'; readonly path: string }
  | { readonly kind: 'choice'; readonly path: string; readonly choices: readonly string[] }
  /** A JSON path; with several, any of them matches. */
  | { readonly kind: 'json'; readonly paths: readonly string[] }
  | { readonly kind: 'root' | 'model' | 'any-feedback' }

interface NamedField {
  readonly name: string
  readonly about: string
  readonly field: Field
  /** Field name for `/calls/values`. */
  readonly valuesOf?: string
}

/** Named fields, in the order of autocomplete. JSON paths work besides these. */
export const NAMED_FIELDS: readonly NamedField[] = [
  {
    name: 'op',
    about: 'Op name',
    field: { kind: 'id', path: 'summary.weave.op' },
    valuesOf: 'trace_name',
  },
  {
    name: 'name',
    about: 'Display name',
    field: { kind: 'text', path: 'display_name' },
    valuesOf: 'display_name',
  },
  {
    name: 'status',
    about: 'Call status',
    field: { kind: 'choice', path: 'summary.weave.status', choices: CALL_STATUSES },
  },
  { name: 'root', about: 'Root call of a trace', field: { kind: 'root' } },
  { name: 'model', about: 'Model name', field: { kind: 'model' }, valuesOf: 'model' },
  {
    name: 'latency',
    about: 'For example >2s or <500ms',
    field: { kind: 'duration', path: 'summary.weave.latency_ms' },
  },
  {
    name: 'cost',
    about: 'In dollars, for example >0.01',
    field: { kind: 'number', path: 'summary.weave.total_cost' },
  },
  {
    name: 'tokens',
    about: 'For example >1000',
    field: { kind: 'number', path: 'summary.weave.total_tokens' },
  },
  {
    name: 'started',
    about: 'For example >=2025-03-01 or >-24h',
    field: { kind: 'instant', path: 'started_at' },
  },
  { name: 'ended', about: 'For example >=2025-03-01 or >-24h', field: { kind: 'instant', path: 'ended_at' } },
  {
    name: 'user',
    about: 'User who made the call',
    field: { kind: 'user', path: 'wb_user_id' },
    valuesOf: 'wb_user_id',
  },
  {
    name: 'enduser',
    about: 'User of the traced program',
    field: { kind: 'id', path: 'summary.weave.end_user' },
    valuesOf: 'end_user',
  },
  {
    name: 'kind',
    about: 'For example llm, tool or agent',
    field: { kind: 'id', path: 'summary.weave.kind' },
    valuesOf: 'kind',
  },
  { name: 'thread', about: 'Conversation', field: { kind: 'id', path: 'thread_id' }, valuesOf: 'thread_id' },
  { name: 'turn', about: 'Conversation turn', field: { kind: 'id', path: 'turn_id' } },
  { name: 'trace', about: 'Trace ID', field: { kind: 'id', path: 'trace_id' } },
  { name: 'id', about: 'Call ID', field: { kind: 'id', path: 'id' } },
  { name: 'parent', about: 'Parent call ID', field: { kind: 'id', path: 'parent_id' } },
  { name: 'run', about: 'Run ID', field: { kind: 'id', path: 'wb_run_id' } },
  { name: 'exception', about: 'Error text', field: { kind: 'text', path: 'exception' } },
  { name: 'feedback', about: 'has:feedback matches any feedback', field: { kind: 'any-feedback' } },
]

const JSON_COLUMNS = ['inputs', 'output', 'attributes', 'summary']

const PLAIN_COLUMNS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...['trace_id', 'parent_id', 'thread_id', 'turn_id', 'wb_user_id', 'wb_run_id'].map(
    (path): [string, Field] => [path, { kind: 'id', path }],
  ),
  ...['op_name', 'display_name'].map((path): [string, Field] => [path, { kind: 'text', path }]),
  ...['started_at', 'ended_at'].map((path): [string, Field] => [path, { kind: 'instant', path }]),
  ...[
    'wb_run_step',
    'wb_run_step_end',
    'summary.weave.latency_ms',
    'summary.weave.total_cost',
    'summary.weave.total_tokens',
  ].map((path): [string, Field] => [path, { kind: 'number', path }]),
  ['summary.weave.status', { kind: 'choice', path: 'summary.weave.status', choices: CALL_STATUSES }],
  ['summary.weave.trace_name', { kind: 'id', path: 'summary.weave.trace_name' }],
  ...['summary.weave.op', 'summary.weave.kind', 'summary.weave.end_user'].map((path): [string, Field] => [
    path,
    { kind: 'id', path },
  ]),
])

/** Looks up a field by name or dotted path. */
export function fieldNamed(name: string): Field | undefined {
  const named = NAMED_FIELDS.find((each) => each.name === name)?.field ?? PLAIN_COLUMNS.get(name)
  if (named) return named
  if (name.startsWith('feedback.')) return feedbackField(name)
  if (name.startsWith('summary.weave.')) return undefined
  const [column] = name.split('.')
  const isPath = column !== undefined && JSON_COLUMNS.includes(column) && !name.endsWith('.')
  return isPath ? { kind: 'json', paths: [name] } : undefined
}

/** The fields of the API to sort by for a field of the filter bar or a path. Named feedback may be stored in several places. */
export function sortPaths(name: string): readonly string[] {
  const field = fieldNamed(name)
  if (field && 'paths' in field) return field.paths
  return [field && 'path' in field ? field.path : name]
}

/** The field of `/calls/stats` to group by for a field of the filter bar or a path; undefined if it has no single value. */
export function groupPath(name: string): string | undefined {
  const field = fieldNamed(name)
  if (!field) return undefined
  if (field.kind === 'model') return 'model'
  if ('path' in field) return field.path
  if (!('paths' in field)) return undefined
  // A name of feedback is stored in several places, which the server looks up in turn.
  return field.paths.length === 1 ? field.paths[0] : name
}

/**
 * `feedback.helpful` is the score, annotation or feedback of that name; the rest is a path into its payload. The
 * API's own `feedback.[type].payload.path` works as well.
 */
function feedbackField(name: string): Field | undefined {
  if (name.startsWith('feedback.[')) return { kind: 'json', paths: [name] }
  const [, label, ...inside] = name.split('.')
  if (!label || inside.includes('')) return undefined
  if (label === 'note') return { kind: 'json', paths: ['feedback.[wandb.note.1].payload.note'] }
  if (label === 'emoji') return { kind: 'json', paths: ['feedback.[wandb.reaction.1].payload.emoji'] }
  const rest = inside.map((segment) => `.${segment}`).join('')
  return {
    kind: 'json',
    paths: [
      `feedback.[wandb.runnable.${label}].payload.output${rest}`,
      `feedback.[wandb.annotation.${label}].payload.value${rest}`,
      ...(rest === '' ? CUSTOM_VALUE_KEYS.map((key) => `.${key}`) : [rest]).map(
        (inside) => `feedback.[${label}].payload${inside}`,
      ),
    ],
  }
}
