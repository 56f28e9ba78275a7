import type { FeedbackValue } from '../../domain/feedback/feedback.ts'
import { callIdIn } from '../../domain/objects/ref.ts'
import { JsonText } from '../../json/text.ts'
import { mapInTurns } from '../../turns.ts'
import type { FeedbackKey, FeedbackStore } from '../port/feedback.ts'
import { feedbackFrom, type StoredFeedback, storedFeedback } from '../port/stored-feedback.ts'
import type { ChangeLog } from './calls/call-changes.ts'
import type { Database } from './database/driver.ts'
import { keyedReads, keyedWrites } from './queries/keyed-rows.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import { rowsWithin } from './queries/rows-within.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteFeedback(
  reads: Remote<FeedbackReads>,
  writes: Remote<FeedbackWrites>,
  written: () => void,
): FeedbackStore {
  return {
    put: (rows) => writes.put(rows.map(storedFeedback)).then(written),
    replace: (old, row) => writes.replace(old, storedFeedback(row)).then(written),
    async find(search, bytesMax) {
      const rows = await reads.find(search, bytesMax)
      return mapInTurns(rows, (row) => feedbackFrom({ ...row, project_id: search.project_id }))
    },
    async findValues(search, bytesMax) {
      const rows = await reads.findValues(search, bytesMax)
      return rows.map((row) => ({ ...row, payload: new JsonText(row.payload) }))
    },
    count: (search) => reads.count(search),
    keys: (projectId, ids) => reads.keys(projectId, ids),
    async on(projectId, weaveRefs, bytesMax) {
      const rows = await reads.on(projectId, weaveRefs, bytesMax)
      return mapInTurns(rows, (row) => feedbackFrom({ ...row, project_id: projectId }))
    },
    purge: (projectId, rows) => writes.purge(projectId, rows).then(written),
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await reads.listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => feedbackFrom({ ...row, project_id: projectId })), next }
    },
  }
}

/** A row as stored: the project is a number. */
type FeedbackRow = Omit<StoredFeedback, 'project_id'>

const COLUMNS = [
  'id',
  'weave_ref',
  'wb_user_id',
  'creator',
  'created_at',
  'feedback_type',
  'payload',
  'annotation_ref',
  'runnable_ref',
  'call_ref',
  'trigger_ref',
  'queue_id',
  'scorer_tags',
  'scorer_tag_reasons',
  'scorer_tag_confidences',
  'scorer_ratings',
  'scorer_rating_reasons',
  'scorer_rating_confidences',
  'span_agent_name',
  'span_agent_version',
  'span_conversation_id',
  'span_trace_id',
  'scorer_trace_id',
  'span_status_code',
] as const satisfies readonly (keyof FeedbackRow)[]

type ValueRow = Pick<FeedbackRow, keyof FeedbackValue>

const VALUE_COLUMNS = [
  'id',
  'weave_ref',
  'created_at',
  'feedback_type',
  'payload',
] as const satisfies readonly (keyof ValueRow)[]

const TABLE = { name: 'feedback', columns: COLUMNS, order: 'created_at, id' }

export function feedbackReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const byIds = db.prepare(
    'select id, weave_ref from feedback where project = ? and id in (select value from json_each(?))',
  )
  const onRefs = db.prepare(`
    select ${COLUMNS.join(', ')} from feedback
    where project = ? and weave_ref in (select value from json_each(?)) order by created_at, id`)

  return {
    ...keyedReads<FeedbackRow>(db, findProject, TABLE),
    findValues: keyedReads<ValueRow>(db, findProject, { ...TABLE, columns: VALUE_COLUMNS }).find,
    listAll: listInProject<FeedbackRow>(db, findProject, tableSource('feedback', COLUMNS, 'id'), asIs),
    keys(projectId: string, ids: readonly string[]): FeedbackKey[] {
      const project = findProject(projectId)
      return project === undefined ? [] : byIds.all<FeedbackKey>(project, JSON.stringify(ids))
    },
    on(projectId: string, weaveRefs: readonly string[], bytesMax?: number): FeedbackRow[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      return rowsWithin<FeedbackRow>(onRefs, [project, JSON.stringify(weaveRefs)], bytesMax)
    },
  }
}

type FeedbackReads = ReturnType<typeof feedbackReads>

/** Feedback on a call is logged as a change of the call. */
export function feedbackWrites(db: Database, names: NameNumbers, noteChanges: ChangeLog) {
  const keyed = keyedWrites(db, names, TABLE)
  const callOf = db.prepare('select project, rid from calls where project = ? and id = ?')

  function noteCall(projectId: string, weaveRef: string): void {
    const callId = callIdIn(projectId, weaveRef)
    if (callId === undefined) return
    const call = callOf.get<{ project: number; rid: number }>(names.project(projectId), callId)
    if (call) noteChanges([call])
  }
  function put(row: StoredFeedback): void {
    keyed.put(row.project_id, row)
    noteCall(row.project_id, row.weave_ref)
  }
  function purge(projectId: string, rows: readonly FeedbackKey[]): void {
    keyed.purge(
      projectId,
      rows.map(({ id }) => id),
    )
    for (const { weave_ref } of rows) noteCall(projectId, weave_ref)
  }

  return {
    put(rows: readonly StoredFeedback[]): void {
      for (const row of rows) put(row)
    },
    replace(old: FeedbackKey, row: StoredFeedback): void {
      purge(row.project_id, [old])
      put(row)
    },
    purge,
  }
}

type FeedbackWrites = ReturnType<typeof feedbackWrites>
