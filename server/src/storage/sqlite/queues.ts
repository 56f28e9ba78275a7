import type { AnnotationItem, AnnotationState } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import { mapInTurns } from '../../turns.ts'
import type { AnnotationProgress, QueueCount, QueueStore } from '../port/queues.ts'
import type { Database } from './database/driver.ts'
import { keyedReads, keyedWrites } from './queries/keyed-rows.ts'
import { asIs, listInProject, tableSource } from './queries/listing.ts'
import type { NameNumbers, projectFinder } from './queries/names.ts'
import type { Remote } from './threads/protocol.ts'

export function sqliteQueues(reads: Remote<QueueReads>, writes: Remote<QueueWrites>): QueueStore {
  return {
    put: (queue) => writes.put({ ...queue, scorer_refs: JSON.stringify(queue.scorer_refs) }),
    async find(search, bytesMax) {
      const rows = await reads.find(search, bytesMax)
      return rows.map((row) => toQueue(search.project_id, row))
    },
    async get(projectId, queueId) {
      const row = await reads.get(projectId, queueId)
      return row && toQueue(projectId, row)
    },
    addItems: (items) =>
      writes.addItems(
        items.map((item) => ({ ...item, display_fields: JSON.stringify(item.display_fields) })),
      ),
    async findItems(search, bytesMax) {
      const rows = await reads.findItems(search, bytesMax)
      return mapInTurns(rows, (row) => toItem(search.project_id, row))
    },
    callsIn: (projectId, queueId, callIds) => reads.callsIn(projectId, queueId, callIds),
    count: (projectId, queueIds) => reads.count(projectId, queueIds),
    putProgress: (progress) => writes.putProgress(progress),
    progress: (projectId, itemId, annotatorUserId) => reads.progress(projectId, itemId, annotatorUserId),
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await reads.listAll(projectId, cursor, limits)
      return { rows: rows.map((row) => toQueue(projectId, row)), next }
    },
    async listAllItems(projectId, cursor, limits) {
      const { rows, next } = await reads.listAllItems(projectId, cursor, limits)
      return { rows: rows.map((row) => toItem(projectId, row)), next }
    },
    async listAllProgress(projectId, cursor, limits) {
      const { rows, next } = await reads.listAllProgress(projectId, cursor, limits)
      return { rows: rows.map((row) => ({ ...row, project_id: projectId })), next }
    },
  }
}

/** Rows as stored: the project is a number and lists are JSON text. */
type QueueRow = Omit<AnnotationQueue, 'project_id' | 'scorer_refs'> & { readonly scorer_refs: string }
type ItemRow = Omit<AnnotationItem, 'project_id' | 'display_fields'> & { readonly display_fields: string }

/** The same with their project, as sent to the writer thread. */
type QueueMessage = QueueRow & { readonly project_id: string }
type ItemMessage = ItemRow & { readonly project_id: string }

const QUEUE_COLUMNS = [
  'id',
  'name',
  'description',
  'scorer_refs',
  'created_at',
  'created_by',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof QueueRow)[]

const ITEM_COLUMNS = [
  'id',
  'queue_id',
  'call_id',
  'call_started_at',
  'call_ended_at',
  'call_op_name',
  'call_trace_id',
  'display_fields',
  'added_by',
  'annotation_state',
  'annotator_user_id',
  'created_at',
  'created_by',
  'updated_at',
] as const satisfies readonly (keyof ItemRow)[]

type ProgressRow = Omit<AnnotationProgress, 'project_id'>

const PROGRESS = tableSource(
  'annotation_progress',
  ['item_id', 'annotator_user_id', 'annotation_state', 'updated_at'] satisfies (keyof ProgressRow)[],
  'item_id',
  'annotator_user_id',
)

const QUEUES = { name: 'annotation_queues', columns: QUEUE_COLUMNS, order: 'created_at, id' }
const ITEMS = { name: 'annotation_queue_items', columns: ITEM_COLUMNS, order: 'created_at, id' }

export function queueReads(db: Database, findProject: ReturnType<typeof projectFinder>) {
  const one = db.prepare(
    `select ${QUEUE_COLUMNS.join(', ')} from annotation_queues where project = ? and id = ?`,
  )
  const calls = db.prepare(`
    select call_id from annotation_queue_items
    where project = ? and queue_id = ? and call_id in (select value from json_each(?))`)
  const counts = db.prepare(`
    select queue_id, count(*) as total_items,
      sum(annotation_state in ('completed', 'skipped')) as completed_items
    from annotation_queue_items
    where project = ? and queue_id in (select value from json_each(?)) group by queue_id`)
  const said = db.prepare(`
    select annotation_state from annotation_progress
    where project = ? and item_id = ? and annotator_user_id = ?`)

  return {
    listAll: listInProject<QueueRow>(db, findProject, tableSource(QUEUES.name, QUEUE_COLUMNS, 'id'), asIs),
    listAllItems: listInProject<ItemRow>(db, findProject, tableSource(ITEMS.name, ITEM_COLUMNS, 'id'), asIs),
    listAllProgress: listInProject<ProgressRow>(db, findProject, PROGRESS, asIs),
    find: keyedReads<QueueRow>(db, findProject, QUEUES).find,
    findItems: keyedReads<ItemRow>(db, findProject, ITEMS).find,
    get(projectId: string, queueId: string): QueueRow | undefined {
      const project = findProject(projectId)
      return project === undefined ? undefined : one.get<QueueRow>(project, queueId)
    },
    callsIn(projectId: string, queueId: string, callIds: readonly string[]): string[] {
      const project = findProject(projectId)
      if (project === undefined) return []
      const rows = calls.all<{ call_id: string }>(project, queueId, JSON.stringify(callIds))
      return rows.map(({ call_id }) => call_id)
    },
    count(projectId: string, queueIds: readonly string[]): QueueCount[] {
      const project = findProject(projectId)
      return project === undefined ? [] : counts.all<QueueCount>(project, JSON.stringify(queueIds))
    },
    progress(projectId: string, itemId: string, annotatorUserId: string): AnnotationState | undefined {
      const project = findProject(projectId)
      if (project === undefined) return undefined
      return said.get<{ annotation_state: AnnotationState }>(project, itemId, annotatorUserId)
        ?.annotation_state
    },
  }
}

type QueueReads = ReturnType<typeof queueReads>

export function queueWrites(db: Database, names: NameNumbers) {
  const queues = keyedWrites(db, names, QUEUES)
  const addItem = db.prepare(`
    insert into annotation_queue_items (project, ${ITEM_COLUMNS.join(', ')})
    values (?${', ?'.repeat(ITEM_COLUMNS.length)}) on conflict do nothing`)
  const putReport = db.prepare(`
    insert into annotation_progress (project, item_id, annotator_user_id, annotation_state, updated_at)
    values (?, ?, ?, ?, ?) on conflict (project, item_id, annotator_user_id) do update
    set annotation_state = excluded.annotation_state, updated_at = excluded.updated_at
    where excluded.updated_at >= annotation_progress.updated_at`)
  const show = db.prepare(`
    update annotation_queue_items set annotation_state = ?, annotator_user_id = ?, updated_at = ?
    where project = ? and id = ? and (annotator_user_id is null or updated_at <= ?)`)

  return {
    put(queue: QueueMessage): void {
      queues.put(queue.project_id, queue)
    },
    addItems(items: readonly ItemMessage[]): void {
      for (const item of items) {
        addItem.run(names.project(item.project_id), ...ITEM_COLUMNS.map((column) => item[column]))
      }
    },
    putProgress(progress: AnnotationProgress): void {
      const { item_id, annotator_user_id, annotation_state, updated_at } = progress
      const project = names.project(progress.project_id)
      putReport.run(project, item_id, annotator_user_id, annotation_state, updated_at)
      show.run(annotation_state, annotator_user_id, updated_at, project, item_id, updated_at)
    },
  }
}

type QueueWrites = ReturnType<typeof queueWrites>

const toQueue = (project_id: string, row: QueueRow): AnnotationQueue => ({
  ...row,
  project_id,
  scorer_refs: JSON.parse(row.scorer_refs),
})

const toItem = (project_id: string, row: ItemRow): AnnotationItem => ({
  ...row,
  project_id,
  display_fields: JSON.parse(row.display_fields),
})
