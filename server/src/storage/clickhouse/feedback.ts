import type { Feedback, FeedbackValue } from '../../domain/feedback/feedback.ts'
import { callIdIn } from '../../domain/objects/ref.ts'
import { JsonText } from '../../json/text.ts'
import { sql } from '../../query/fragment.ts'
import { mapInTurns } from '../../turns.ts'
import type { FeedbackKey, FeedbackStore } from '../port/feedback.ts'
import {
  FEEDBACK_JSON_COLUMNS,
  feedbackFrom,
  type StoredFeedback,
  storedFeedback,
} from '../port/stored-feedback.ts'
import { type CallChangeLog, ChangedCalls } from './calls/call-changes.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'
import { KeyedRows } from './rows/keyed-rows.ts'
import { openProjectRecords } from './rows/records.ts'

export function clickhouseFeedback(access: Access, changes: CallChangeLog): FeedbackStore {
  const records = openProjectRecords<StoredFeedback>(access, 'feedback', COLUMNS)
  const rows = new KeyedRows<StoredFeedback>(access.clickhouse, {
    columns: COLUMNS,
    scalars: SCALARS,
    collections: FEEDBACK_JSON_COLUMNS,
    key: ['id'],
    wide: ['payload'],
    from: () => sql`feedback final`,
    ties: ['created_at', 'id'],
  })
  const ofProject = (projectId: string) => sql`project_id = ${projectId}`

  /** Feedback on a call counts as a change of the call, once it can be read. */
  async function noteCalls(rows: readonly Pick<Feedback, 'project_id' | 'weave_ref'>[]): Promise<void> {
    const calls = new ChangedCalls()
    for (const { project_id, weave_ref } of rows) {
      const callId = callIdIn(project_id, weave_ref)
      if (callId !== undefined) calls.add(project_id, callId)
    }
    if (!calls.isEmpty) await access.inserts.run(0, (insert) => changes.note(insert, calls))
    access.listeners.notify()
  }

  return {
    async put(feedback) {
      await records.put(feedback.map(storedFeedback))
      await noteCalls(feedback)
    },
    async replace(old, row) {
      // In one INSERT, so that no reader finds neither.
      await records.replace(
        [storedFeedback(row)],
        old.id === row.id ? [] : [{ project_id: row.project_id, id: old.id }],
      )
      await noteCalls([{ ...row, weave_ref: old.weave_ref }, row])
    },
    find: async (search, bytesMax) => mapInTurns(await rows.find(search, bytesMax), feedbackFrom),
    async findValues(search, bytesMax) {
      const found = await rows.findColumns(search, VALUE_COLUMNS, bytesMax)
      return found.map(({ id, weave_ref, created_at, feedback_type, payload }) => ({
        id,
        weave_ref,
        created_at,
        feedback_type,
        payload: new JsonText(payload),
      }))
    },
    count: (search) => rows.count(search),
    keys: async (projectId, ids) =>
      ids.length === 0
        ? []
        : access.clickhouse.query<FeedbackKey>(
            sql`select id, weave_ref from feedback final where ${ofProject(projectId)} and id in ${textList(ids)}`,
          ),
    async on(projectId, weaveRefs, bytesMax) {
      if (weaveRefs.length === 0) return []
      const found = await records.read(
        sql`${ofProject(projectId)} and weave_ref in ${textList(weaveRefs)} order by created_at, id`,
        bytesMax,
      )
      return mapInTurns(found, feedbackFrom)
    },
    async purge(project_id, keys) {
      await records.remove(keys.map(({ id }) => ({ project_id, id })))
      await noteCalls(keys.map(({ weave_ref }) => ({ project_id, weave_ref })))
    },
    async listAll(projectId, cursor, limits) {
      const page = await records.list(ofProject(projectId), ['id'], cursor, limits)
      return { rows: page.rows.map(feedbackFrom), next: page.next }
    },
  }
}

const SCALARS = [
  'project_id',
  'id',
  'weave_ref',
  'wb_user_id',
  'creator',
  'created_at',
  'feedback_type',
  'annotation_ref',
  'runnable_ref',
  'call_ref',
  'trigger_ref',
  'queue_id',
  'span_agent_name',
  'span_agent_version',
  'span_conversation_id',
  'span_trace_id',
  'scorer_trace_id',
  'span_status_code',
] as const satisfies readonly (keyof StoredFeedback)[]

const VALUE_COLUMNS = [
  'id',
  'weave_ref',
  'created_at',
  'feedback_type',
  'payload',
] as const satisfies readonly (keyof FeedbackValue)[]

const COLUMNS: readonly (keyof StoredFeedback)[] = [...SCALARS, 'payload', ...FEEDBACK_JSON_COLUMNS]
