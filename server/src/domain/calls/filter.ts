import { ServiceError } from '../../errors.ts'
import { any, apply, column, compare, ITEM, isOneOf, literal, some, unset } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'

/** A filter as clients write it. */
export interface ReceivedCallFilter {
  readonly op_names?: readonly string[]
  readonly input_refs?: readonly string[]
  readonly output_refs?: readonly string[]
  readonly parent_ids?: readonly string[]
  readonly trace_ids?: readonly string[]
  readonly call_ids?: readonly string[]
  readonly thread_ids?: readonly string[]
  readonly turn_ids?: readonly string[]
  readonly trace_roots_only?: boolean
  readonly wb_user_ids?: readonly string[]
  readonly wb_run_ids?: readonly string[]
}

type MatchedKey = 'op_names' | 'input_refs' | 'output_refs'

/**
 * The fixed filters of a calls query, ready for an engine: keys are ANDed, values within one ORed.
 * A key that is absent constrains nothing; an empty array matches nothing.
 */
export type CallFilter = Omit<ReceivedCallFilter, MatchedKey | 'trace_roots_only'> & {
  readonly [Key in MatchedKey]?: readonly TextMatch[]
} & { readonly trace_roots_only?: true }

/** An exact text, or a prefix. */
export type TextMatch = { readonly equals: string } | { readonly startsWith: string }

/** Parses a filter. Empty lists constrain nothing, except for threads and turns, where they match nothing. */
export function newCallFilter(received: ReceivedCallFilter, projectId: string): CallFilter {
  checkLengths(received)
  const { op_names, input_refs, output_refs, wb_user_ids, wb_run_ids } = received
  // Clients send the id of a run with or without its project, both in calls and in filters.
  const ofProject = `${projectId}/`
  const spellings = (runId: string) => {
    const bare = runId.startsWith(ofProject) ? runId.slice(ofProject.length) : runId
    return bare.includes('/') ? [runId] : [`${ofProject}${bare}`, bare]
  }
  return {
    ...(op_names?.length && { op_names: op_names.map(textMatch) }),
    ...(input_refs?.length && { input_refs: input_refs.map(textMatch) }),
    ...(output_refs?.length && { output_refs: output_refs.map(textMatch) }),
    ...(received.parent_ids?.length && { parent_ids: received.parent_ids }),
    ...(received.trace_ids?.length && { trace_ids: received.trace_ids }),
    ...(received.call_ids?.length && { call_ids: received.call_ids }),
    ...(received.thread_ids && { thread_ids: received.thread_ids }),
    ...(received.turn_ids && { turn_ids: received.turn_ids }),
    ...(received.trace_roots_only && { trace_roots_only: true }),
    ...(wb_user_ids?.length && { wb_user_ids }),
    ...(wb_run_ids?.length && { wb_run_ids: wb_run_ids.flatMap(spellings) }),
  }
}

/** A trailing `:*` matches any version and any path after it; the colon is required. */
export function textMatch(value: string): TextMatch {
  return value.endsWith(':*') ? { startsWith: value.slice(0, -1) } : { equals: value }
}

/** Whether a text matches. */
export function matchesText(match: TextMatch, text: string): boolean {
  return 'equals' in match ? text === match.equals : text.startsWith(match.startsWith)
}

/** The conditions of a filter, all of which must hold. */
export function filterConditions(filter: CallFilter): Expression[] {
  const columns: [string, readonly string[] | undefined][] = [
    ['id', filter.call_ids],
    ['parent_id', filter.parent_ids],
    ['trace_id', filter.trace_ids],
    ['thread_id', filter.thread_ids],
    ['turn_id', filter.turn_ids],
    ['wb_user_id', filter.wb_user_ids],
    ['wb_run_id', filter.wb_run_ids],
  ]
  return [
    ...columns.flatMap(([name, values]) => (values ? [isOneOf(column(name), values)] : [])),
    ...(filter.trace_roots_only ? [unset(column('parent_id'))] : []),
    ...(filter.op_names ? [opCondition(filter.op_names)] : []),
    ...(filter.input_refs ? [refCondition('input_refs', filter.input_refs)] : []),
    ...(filter.output_refs ? [refCondition('output_refs', filter.output_refs)] : []),
  ]
}

export const opCondition = (matches: readonly TextMatch[]): Expression => anyMatch(column('op_name'), matches)

const refCondition = (name: 'input_refs' | 'output_refs', matches: readonly TextMatch[]): Expression =>
  some({ kind: 'collection', name, shape: 'list' }, anyMatch(ITEM, matches))

const anyMatch = (text: Expression, matches: readonly TextMatch[]): Expression =>
  any(
    matches.map((match) =>
      'equals' in match
        ? compare('eq', text, literal(match.equals))
        : apply('startsWith', text, literal(match.startsWith)),
    ),
  )

const VALUES_MAX = 1000

const LIMITED_KEYS = [
  'op_names',
  'input_refs',
  'output_refs',
  'parent_ids',
  'trace_ids',
  'call_ids',
  'thread_ids',
  'turn_ids',
  'wb_user_ids',
  'wb_run_ids',
] as const

function checkLengths(received: ReceivedCallFilter): void {
  for (const key of LIMITED_KEYS) {
    if ((received[key]?.length ?? 0) > VALUES_MAX) {
      throw new ServiceError('invalid_request', `filter.${key} has over ${VALUES_MAX} values`)
    }
  }
}
