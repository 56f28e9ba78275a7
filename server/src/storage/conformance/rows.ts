import type { ApiKey, Session, User } from '../../domain/accounts/account.ts'
import type { CallEnd, CallStart } from '../../domain/calls/call.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from '../../domain/feedback/feedback.ts'
import type { ObjectVersion } from '../../domain/objects/object.ts'
import type { ModelUsage, Price } from '../../domain/prices/price.ts'
import type { AnnotationItem } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import type { TableRow } from '../../domain/tables/table.ts'
import { JsonText } from '../../json/text.ts'
import type { Expression, Field, SortKey } from '../../query/expression.ts'
import type { CallPart } from '../port/calls.ts'

/** Complete rows as operations would write them, with defaults for what a test does not care about. */

let lastNumber = 0

/** A name that no other test uses; later ones sort after earlier ones. */
const unique = (prefix: string): string => `${prefix}-${String(++lastNumber).padStart(6, '0')}`

export const newProjectId = (): string => `team/${unique('app')}`

export const json = (value: unknown): JsonText => new JsonText(JSON.stringify(value))

type Key = Pick<CallStart, 'project_id' | 'id'>

function callStart(key: Key, fields: Partial<CallStart> = {}): CallStart {
  return {
    ...key,
    trace_id: 'trace',
    parent_id: null,
    thread_id: null,
    turn_id: null,
    op_name: 'op',
    display_name: null,
    started_at: 1_000,
    expire_at: null,
    attributes: json({}),
    inputs: json({}),
    otel_dump: null,
    input_refs: [],
    wb_user_id: 'user',
    end_user: null,
    kind: null,
    input_preview: null,
    response_id: null,
    wb_run_id: null,
    wb_run_step: null,
    ...fields,
  }
}

export function callEnd(key: Key, fields: Partial<CallEnd> = {}): CallEnd {
  return {
    ...key,
    ended_at: 2_000,
    exception: null,
    output: null,
    summary: json({}),
    output_refs: [],
    wb_run_step_end: null,
    usage: [],
    descendant_failed: false,
    output_preview: null,
    ...fields,
  }
}

export function modelUsage(model: string, fields: Partial<ModelUsage> = {}): ModelUsage {
  return {
    model,
    request_model: null,
    reported_cost: null,
    preferred_cost: null,
    requests: 1,
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    ...fields,
  }
}

export const start = (key: Key, fields?: Partial<CallStart>): CallPart => ({
  part: 'start',
  start: callStart(key, fields),
})

export const end = (key: Key, fields?: Partial<CallEnd>): CallPart => ({
  part: 'end',
  end: callEnd(key, fields),
})

export const rename = (key: Key, display_name: string): CallPart => ({
  part: 'rename',
  project_id: key.project_id,
  id: key.id,
  display_name,
})

export const event = (key: Key, name: string, value: unknown = name): CallPart => ({
  part: 'event',
  project_id: key.project_id,
  id: key.id,
  key: name,
  event: json(value),
})

export const remove = (key: Key): CallPart => ({
  part: 'delete',
  project_id: key.project_id,
  id: key.id,
  deleted_at: 9_000,
})

export function objectVersion(
  fields: Partial<ObjectVersion> & Pick<ObjectVersion, 'project_id'>,
): ObjectVersion {
  return {
    object_id: 'cfg',
    digest: 'digest-a',
    kind: 'object',
    base_object_class: null,
    leaf_object_class: null,
    val: json({ a: 1 }),
    wb_user_id: 'user',
    created_at: 1_000,
    ...fields,
  }
}

export const tableRow = (digest: string, val: unknown): TableRow => ({ digest, val: json(val) })

export function feedback(fields: Partial<Feedback> & Pick<Feedback, 'project_id' | 'id'>): Feedback {
  return {
    ...FEEDBACK_DEFAULTS,
    weave_ref: 'weave:///team/app/call/1',
    wb_user_id: 'user',
    created_at: 1_000,
    feedback_type: 'custom',
    payload: json({}),
    ...fields,
  }
}

export function price(projectId: string, fields: Partial<Price> & Pick<Price, 'id'>): Price {
  return {
    pricing_level: 'project',
    pricing_level_id: projectId,
    provider_id: 'default',
    llm_id: 'model',
    effective_date: 1_000,
    prompt_token_cost: 0.00001,
    completion_token_cost: 0.00003,
    cache_read_input_token_cost: 0,
    cache_creation_input_token_cost: 0,
    prompt_token_cost_unit: 'USD',
    completion_token_cost_unit: 'USD',
    created_by: 'user',
    created_at: 1_000,
    ...fields,
  }
}

export function annotationQueue(project_id: string, fields: Partial<AnnotationQueue> = {}): AnnotationQueue {
  return {
    project_id,
    id: 'q',
    name: 'queue',
    description: '',
    scorer_refs: [],
    created_at: 1,
    created_by: 'user',
    updated_at: 1,
    deleted_at: null,
    ...fields,
  }
}

export function annotationItem(
  project_id: string,
  call_id: string,
  fields: Partial<AnnotationItem> = {},
): AnnotationItem {
  return {
    project_id,
    id: `item-${call_id}`,
    queue_id: 'q',
    call_id,
    call_started_at: 1,
    call_ended_at: null,
    call_op_name: 'op',
    call_trace_id: 'trace',
    display_fields: [],
    added_by: 'user',
    annotation_state: 'unstarted',
    annotator_user_id: null,
    created_at: 1,
    created_by: 'user',
    updated_at: 1,
    ...fields,
  }
}

export function newUser(fields: Partial<User> = {}): User {
  const id = unique('user')
  return { id, name: id, server_admin: false, created_at: 1_000, ...fields }
}

export function newKey(user: User, fields: Partial<ApiKey> = {}): ApiKey {
  const id = unique('key')
  return {
    id,
    user_id: user.id,
    name: 'laptop',
    hash: `hash of ${id}`,
    scope: 'all',
    project_id: null,
    created_at: 1_000,
    expires_at: null,
    ...fields,
  }
}

/** Expires later than any session of other tests, so that creating it removes none of them. */
export function newSession(user: User, fields: Partial<Session> = {}): Session {
  const hash = unique('session')
  return { hash, user_id: user.id, key_id: null, created_at: 1_000, expires_at: 9_000, ...fields }
}

export const column = (name: string, type: 'text' | 'number' | 'instant' = 'text') =>
  ({ kind: 'column', name, type }) as const satisfies Field

export const jsonField = (columnName: string, ...path: string[]) =>
  ({ kind: 'json', column: columnName, path, nullSorts: 'as unset' }) as const satisfies Field

type Compared = ReturnType<typeof column> | ReturnType<typeof jsonField>

/** Documents are compared as texts. */
export function equals(field: Compared, value: string): Expression {
  const read: Expression = { kind: 'field', field }
  const text: Expression = field.kind === 'json' ? { kind: 'convert', input: read, to: 'string' } : read
  return { kind: 'eq', operands: [text, { kind: 'literal', value }] }
}

export const by = (field: Field, direction: SortKey['direction'] = 'asc'): SortKey => ({ field, direction })
