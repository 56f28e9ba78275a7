import type { JsonMap, JsonValue } from '../../../json/tree.ts'
import { CommandLineError, NotReachable, UsageError } from '../../../usage-error.ts'
import { connectToSource, parsed, recordsOf, type SourceApi } from './documents.ts'
import { SourceRecord, textIn } from './record.ts'
import { partOf } from './refusal.ts'
import type { Item, Publisher, Source, SourceOptions } from './source.ts'
import { createRefRewriter, type RefRewriter } from './weave-refs.ts'

const PAGE_SIZE = 500

/** W&B Weave: its trace API, or a file of calls as `/calls/stream_query` returns them. */
export const weave: Source = async function* (options, publisher) {
  if (options.isFile) {
    for await (const call of recordsOf(options.from, 'calls')) {
      const refs = createRefRewriter(call.text('project_id'), options.projectId)
      yield callItem(call, options, refs)
    }
    return
  }
  const { sourceProject } = options
  if (!sourceProject?.includes('/'))
    throw new CommandLineError('Name the project as --source-project ENTITY/PROJECT')
  const { WANDB_API_KEY } = options.environment
  if (!WANDB_API_KEY) throw new NotReachable(`Set WANDB_API_KEY to a key that may read ${sourceProject}`)
  const authorization = `Basic ${Buffer.from(`api:${WANDB_API_KEY}`).toString('base64')}`
  const api = connectToSource(options.from, { authorization })
  const refs = createRefRewriter(sourceProject, options.projectId)
  await copyObjects(api, sourceProject, refs, publisher)
  yield* callsOf(api, sourceProject, options, refs)
  yield* partOf('feedback', feedbackOf(api, sourceProject, options, refs))
}

/** Publishes all versions, oldest first: objects refer to older ones only. */
async function copyObjects(
  api: SourceApi,
  project_id: string,
  refs: RefRewriter,
  publisher: Publisher,
): Promise<void> {
  const sort_by = [{ field: 'created_at', direction: 'asc' }]
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await api.post('/objs/query', { project_id, filter: {}, sort_by, limit: PAGE_SIZE, offset })
    const objects = page.records('objs')
    for (const object of objects) {
      const val = object.value('val') ?? null
      for (const digest of filesIn(val))
        await publisher.file(await api.bytes('/file/content', { project_id, digest }))
      for (const digest of refs.unknownTables(val)) await copyTable(api, project_id, digest, refs, publisher)
      const name = object.text('object_id')
      refs.addObject(name, object.text('digest'), await publisher.object(name, refs.rewrite(val)))
    }
    if (objects.length < PAGE_SIZE) return
  }
}

/** Digests of the files that a value of a custom type is made of. */
function filesIn(val: JsonValue): string[] {
  const files = val instanceof Map ? val.get('files') : undefined
  if (!(files instanceof Map)) return []
  return [...files.values()].filter((digest) => typeof digest === 'string')
}

async function copyTable(
  api: SourceApi,
  project_id: string,
  digest: string,
  refs: RefRewriter,
  publisher: Publisher,
): Promise<void> {
  const rows: SourceRecord[] = []
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = (await api.post('/table/query', { project_id, digest, limit: PAGE_SIZE, offset })).records(
      'rows',
    )
    rows.push(...page)
    if (page.length < PAGE_SIZE) break
  }
  const stored = await publisher.table(rows.map((row) => refs.rewrite(row.value('val') ?? null)))
  refs.addTable(digest, stored.digest)
  for (const [index, row] of rows.entries()) refs.addRow(row.text('digest'), stored.rowDigests[index] ?? '')
}

async function* callsOf(
  api: SourceApi,
  project_id: string,
  options: SourceOptions,
  refs: RefRewriter,
): AsyncGenerator<Item> {
  const sort_by = [{ field: 'started_at', direction: 'asc' }]
  const query = startedWithin(options)
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const request = { project_id, sort_by, limit: PAGE_SIZE, offset, ...(query && { query }) }
    let count = 0
    for await (const line of api.lines('/calls/stream_query', request)) {
      const where = `Call ${offset + ++count} of ${project_id}`
      yield callItem(new SourceRecord(parsed(line, where), where), options, refs)
    }
    if (count < PAGE_SIZE) return
  }
}

/** The condition on the start of calls; undefined for none. */
function startedWithin({ since, until }: SourceOptions): object | undefined {
  const started = { $getField: 'started_at' }
  const at = (time: string) => ({ $literal: Date.parse(time) / 1_000 })
  const conditions = [
    ...(since === undefined ? [] : [{ $gte: [started, at(since)] }]),
    ...(until === undefined ? [] : [{ $not: [{ $gte: [started, at(until)] }] }]),
  ]
  return conditions.length === 0 ? undefined : { $expr: { $and: conditions } }
}

const CALL_FIELDS = [
  'id',
  'trace_id',
  'parent_id',
  'op_name',
  'display_name',
  'thread_id',
  'turn_id',
  'started_at',
  'ended_at',
  'inputs',
  'output',
  'exception',
  'wb_run_id',
  'wb_run_step',
  'wb_run_step_end',
]

function callItem(record: SourceRecord, { projectId }: SourceOptions, refs: RefRewriter): Item {
  const call: JsonMap = new Map([['project_id', projectId]])
  for (const name of CALL_FIELDS) {
    const value = record.value(name)
    if (value !== undefined) call.set(name, refs.rewrite(value))
  }
  const attributes = new Map(record.optionalRecord('attributes')?.map)
  const span = attributes.get('otel_span')
  attributes.delete('otel_span')
  if (span) call.set('otel_dump', span)
  call.set('attributes', refs.rewrite(attributes))
  // Added by the server, which computes it again.
  const summary = new Map(record.optionalRecord('summary')?.map)
  summary.delete('weave')
  const isEnded = call.has('ended_at')
  if (isEnded) call.set('summary', refs.rewrite(summary))
  return { kind: 'call', id: record.text('id'), isEnded, call }
}

const FEEDBACK_FIELDS = [
  'id',
  'weave_ref',
  'feedback_type',
  'payload',
  'creator',
  'annotation_ref',
  'runnable_ref',
  'call_ref',
  'trigger_ref',
]

async function* feedbackOf(
  api: SourceApi,
  project_id: string,
  { projectId }: SourceOptions,
  refs: RefRewriter,
): AsyncGenerator<Item> {
  const sort_by = [{ field: 'created_at', direction: 'asc' }]
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await api.post('/feedback/query', { project_id, sort_by, limit: PAGE_SIZE, offset })
    const rows = page.records('result')
    for (const row of rows) {
      const feedback: JsonMap = new Map([['project_id', projectId]])
      for (const name of FEEDBACK_FIELDS) {
        const value = row.value(name)
        if (value !== undefined) feedback.set(name, refs.rewrite(value))
      }
      const id = textIn(feedback, 'id')
      if (id === undefined) throw new UsageError(`Feedback of ${project_id} has no id`)
      yield { kind: 'feedback', id, feedback }
    }
    if (rows.length < PAGE_SIZE) return
  }
}
