import type { AnnotationItem, AnnotationState } from '../../domain/queues/item.ts'
import type { AnnotationQueue } from '../../domain/queues/queue.ts'
import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import { mapInTurns } from '../../turns.ts'
import type { AnnotationProgress, QueueCount, QueueStore } from '../port/queues.ts'
import { textList } from './literals.ts'
import type { Access } from './rows/access.ts'
import { KeyedRows } from './rows/keyed-rows.ts'
import { listRows } from './rows/listing.ts'
import { openProjectRecords } from './rows/records.ts'

export function clickhouseQueues(access: Access): QueueStore {
  const { clickhouse } = access
  const queues = openProjectRecords<QueueRow>(access, 'annotation_queues', QUEUE_COLUMNS)
  const items = openProjectRecords<ItemRow>(access, 'annotation_queue_items', ITEM_COLUMNS)
  const reports = openProjectRecords<AnnotationProgress>(access, 'annotation_progress', PROGRESS_COLUMNS)
  const queueRows = new KeyedRows<QueueRow>(clickhouse, {
    columns: QUEUE_COLUMNS,
    scalars: QUEUE_COLUMNS.filter((name) => name !== 'scorer_refs'),
    collections: ['scorer_refs'],
    key: ['id'],
    from: () => sql`annotation_queues final`,
    ties: ['created_at', 'id'],
  })
  const itemRows = new KeyedRows<ItemRow>(clickhouse, {
    columns: ITEM_COLUMNS,
    scalars: ITEM_COLUMNS.filter((name) => name !== 'display_fields'),
    collections: ['display_fields'],
    key: ['id'],
    from: shownItems,
    ties: ['created_at', 'id'],
  })

  return {
    put: (queue) => queues.put([{ ...queue, scorer_refs: JSON.stringify(queue.scorer_refs) }]),
    find: async (search, bytesMax) => (await queueRows.find(search, bytesMax)).map(toQueue),
    async get(projectId, queueId) {
      const [row] = await queues.read(sql`project_id = ${projectId} and id = ${queueId}`)
      return row && toQueue(row)
    },
    addItems: (added) =>
      items.put(added.map((item) => ({ ...item, display_fields: JSON.stringify(item.display_fields) }))),
    findItems: async (search, bytesMax) => mapInTurns(await itemRows.find(search, bytesMax), toItem),
    async callsIn(projectId, queueId, callIds) {
      if (callIds.length === 0) return []
      const rows = await items.read(
        sql`project_id = ${projectId} and queue_id = ${queueId} and call_id in ${textList(callIds)}`,
      )
      return rows.map(({ call_id }) => call_id)
    },
    async count(projectId, queueIds) {
      if (queueIds.length === 0) return []
      return clickhouse.query<QueueCount>(
        sql`select queue_id, count() as total_items,
            countIf(annotation_state in ('completed', 'skipped')) as completed_items
          from ${shownItems(projectId)} where queue_id in ${textList(queueIds)} group by queue_id`,
      )
    },
    putProgress: (progress) => reports.put([progress]),
    async progress(projectId, itemId, annotatorUserId) {
      const where = sql`item_id = ${itemId} and annotator_user_id = ${annotatorUserId}`
      const [row] = await clickhouse.query<{ annotation_state: AnnotationState }>(
        sql`select annotation_state from ${latestReports(projectId)} where ${where}`,
      )
      return row?.annotation_state
    },
    async listAll(projectId, cursor, limits) {
      const { rows, next } = await queues.list(sql`project_id = ${projectId}`, ['id'], cursor, limits)
      return { rows: rows.map(toQueue), next }
    },
    async listAllItems(projectId, cursor, limits) {
      const source = { columns: ITEM_COLUMNS, from: shownItems(projectId), where: sql`true`, key: ['id'] }
      const { rows, next } = await listRows<ItemRow>(clickhouse, source, cursor, limits)
      return { rows: rows.map(toItem), next }
    },
    listAllProgress: (projectId, cursor, limits) =>
      listRows<AnnotationProgress>(
        clickhouse,
        {
          columns: PROGRESS_COLUMNS,
          from: latestReports(projectId),
          where: sql`true`,
          key: ['item_id', 'annotator_user_id'],
        },
        cursor,
        limits,
      ),
  }
}

/** Rows as stored: lists are JSON text. */
type QueueRow = Omit<AnnotationQueue, 'scorer_refs'> & { readonly scorer_refs: string }
type ItemRow = Omit<AnnotationItem, 'display_fields'> & { readonly display_fields: string }

const QUEUE_COLUMNS = [
  'project_id',
  'id',
  'name',
  'description',
  'scorer_refs',
  'created_at',
  'created_by',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof QueueRow)[]

const STATE_COLUMNS = ['annotation_state', 'annotator_user_id', 'updated_at'] as const

const FIXED_COLUMNS = [
  'project_id',
  'id',
  'queue_id',
  'call_id',
  'call_started_at',
  'call_ended_at',
  'call_op_name',
  'call_trace_id',
  'display_fields',
  'added_by',
  'created_at',
  'created_by',
] as const

const ITEM_COLUMNS: readonly (keyof ItemRow)[] = [...FIXED_COLUMNS, ...STATE_COLUMNS]

const PROGRESS_COLUMNS = [
  'project_id',
  'item_id',
  'annotator_user_id',
  'annotation_state',
  'updated_at',
] as const satisfies readonly (keyof AnnotationProgress)[]

/** The last report of each annotator on each item. */
const latestReports = (projectId: string): Fragment =>
  sql`(select project_id, item_id, annotator_user_id, argMax(annotation_state, (updated_at, version)) as annotation_state,
      max(updated_at) as updated_at
    from (select project_id, item_id, annotator_user_id, annotation_state as annotation_state, updated_at, version
      from annotation_progress final where project_id = ${projectId})
    group by project_id, item_id, annotator_user_id)`

/** Items with the last report of all annotators in place of their own state. */
function shownItems(projectId: string): Fragment {
  const fixed = trusted(FIXED_COLUMNS.map((name) => `i.${name} as ${name}`).join(', '))
  const state = trusted(
    STATE_COLUMNS.map((name) => `if(p.item_id is null, i.${name}, p.${name}_) as ${name}`).join(', '),
  )
  return sql`(select ${fixed}, ${state} from (
      select * from annotation_queue_items final where project_id = ${projectId}
    ) i left join (
      select item_id, argMax(annotation_state, (updated_at, version)) as annotation_state_,
        argMax(annotator_user_id, (updated_at, version)) as annotator_user_id_, max(updated_at) as updated_at_
      from annotation_progress final where project_id = ${projectId} group by item_id
    ) p on p.item_id = i.id)`
}

const toQueue = (row: QueueRow): AnnotationQueue => ({ ...row, scorer_refs: JSON.parse(row.scorer_refs) })

const toItem = (row: ItemRow): AnnotationItem => ({ ...row, display_fields: JSON.parse(row.display_fields) })
