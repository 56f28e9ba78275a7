import { AUDIT_ACTIONS } from '@heddle/contract/audit-actions'
import type { AuditEntry } from '../../domain/accounts/audit.ts'
import type { Feedback } from '../../domain/feedback/feedback.ts'
import type { Price } from '../../domain/prices/price.ts'
import type { AnnotationItem } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import type { RedactionRule } from '../../domain/redaction/rule.ts'
import type { TableRow } from '../../domain/tables/table.ts'
import type { Account } from '../../storage/port/accounts.ts'
import type { StoredFile } from '../../storage/port/files.ts'
import type { ListedVersion } from '../../storage/port/objects.ts'
import type { ListedProject } from '../../storage/port/projects.ts'
import type { AnnotationProgress } from '../../storage/port/queues.ts'
import type { ListedTable } from '../../storage/port/tables.ts'
import {
  bytes,
  type Codec,
  flag,
  json,
  list,
  membersIn,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
} from './codec.ts'

/** How the rows of each store are written to an export. */

const name = nullable(text)
const instant = number
const maybeInstant = nullable(instant)

export const account = object<Account>({
  user: object<Account['user']>({ id: text, name: text, server_admin: flag, created_at: instant }),
  memberships: list(
    object<Account['memberships'][number]>({
      user_id: text,
      entity: text,
      role: oneOf('viewer', 'editor', 'admin'),
    }),
  ),
  keys: list(
    object<Account['keys'][number]>({
      id: text,
      user_id: text,
      name: text,
      hash: text,
      scope: oneOf('all', 'read', 'write'),
      project_id: name,
      created_at: instant,
      expires_at: maybeInstant,
    }),
  ),
  key_uses: list(object<Account['key_uses'][number]>({ key_id: text, last_used_at: instant })),
  sessions: list(
    object<Account['sessions'][number]>({
      hash: text,
      user_id: text,
      key_id: name,
      created_at: instant,
      expires_at: instant,
    }),
  ),
})

export const auditEntry = object<AuditEntry>({
  at: instant,
  id: text,
  via: oneOf('api', 'cli', 'server'),
  actor_id: name,
  actor_name: text,
  action: oneOf(...AUDIT_ACTIONS),
  entity: name,
  project_id: name,
  target: text,
  details: text,
})

const ruleName = object<Pick<RedactionRule, 'name' | 'fields'>>({
  name: text,
  fields: list(oneOf('inputs', 'output', 'attributes')),
})

const redactionRule: Codec<RedactionRule> = {
  encode: (rule) => rule,
  decode: (value) => {
    const { keys, pattern } = { keys: undefined, pattern: undefined, ...membersIn(value) }
    return {
      ...ruleName.decode(value),
      ...(keys !== undefined && { keys: list(text).decode(keys) }),
      ...(pattern !== undefined && { pattern: text.decode(pattern) }),
    }
  },
}

/** Exports of earlier versions do not have this field. */
const redactionRules: Codec<readonly RedactionRule[]> = {
  encode: (rules) => list(redactionRule).encode(rules),
  decode: (value) => (value === undefined ? [] : list(redactionRule).decode(value)),
}

export const project = object<ListedProject>({
  project_id: text,
  internal_id: text,
  retention: object<ListedProject['retention']>({
    days: nullable(number),
    checked_at: maybeInstant,
    held: nullable(object({ held_at: instant, calls: number, agent_spans: number })),
  }),
  redaction_rules: redactionRules,
})

export const version = object<ListedVersion>({
  project_id: text,
  object_id: text,
  digest: text,
  kind: oneOf('op', 'object'),
  base_object_class: name,
  leaf_object_class: name,
  val: json,
  wb_user_id: text,
  created_at: instant,
  version_index: number,
  is_latest: flag,
  deleted_at: maybeInstant,
  size_bytes: number,
  tags: list(text),
  aliases: list(text),
})

export const table = object<ListedTable>({ digest: text, row_digests: list(text) })
export const row = object<TableRow>({ digest: text, val: json })
export const file = object<StoredFile>({ digest: text, bytes })

export const feedback = object<Feedback>({
  id: text,
  project_id: text,
  weave_ref: text,
  wb_user_id: text,
  creator: name,
  created_at: instant,
  feedback_type: text,
  payload: json,
  annotation_ref: name,
  runnable_ref: name,
  call_ref: name,
  trigger_ref: name,
  queue_id: name,
  scorer_tags: list(text),
  scorer_tag_reasons: record(text),
  scorer_tag_confidences: record(number),
  scorer_ratings: record(number),
  scorer_rating_reasons: record(text),
  scorer_rating_confidences: record(number),
  span_agent_name: text,
  span_agent_version: text,
  span_conversation_id: text,
  span_trace_id: text,
  scorer_trace_id: text,
  span_status_code: text,
})

export const price = object<Price>({
  id: text,
  pricing_level: oneOf('project', 'default'),
  pricing_level_id: text,
  provider_id: text,
  llm_id: text,
  effective_date: instant,
  prompt_token_cost: number,
  completion_token_cost: number,
  cache_read_input_token_cost: number,
  cache_creation_input_token_cost: number,
  prompt_token_cost_unit: text,
  completion_token_cost_unit: text,
  created_by: text,
  created_at: instant,
})

export const queue = object<AnnotationQueue>({
  project_id: text,
  id: text,
  name: text,
  description: text,
  scorer_refs: list(text),
  created_at: instant,
  created_by: text,
  updated_at: instant,
  deleted_at: maybeInstant,
})

const state = oneOf('unstarted', 'in_progress', 'completed', 'skipped')

export const item = object<AnnotationItem>({
  project_id: text,
  id: text,
  queue_id: text,
  call_id: text,
  call_started_at: instant,
  call_ended_at: maybeInstant,
  call_op_name: text,
  call_trace_id: text,
  display_fields: list(text),
  added_by: text,
  annotation_state: state,
  annotator_user_id: name,
  created_at: instant,
  created_by: text,
  updated_at: instant,
})

export const progress = object<AnnotationProgress>({
  project_id: text,
  item_id: text,
  annotator_user_id: text,
  annotation_state: state,
  updated_at: instant,
})
