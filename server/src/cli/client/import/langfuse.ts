import type { JsonMap, JsonValue } from '../../../json/tree.ts'
import { NotReachable } from '../../../usage-error.ts'
import { connectToSource, recordsOf, type SourceApi } from './documents.ts'
import { observationItem, scoreItem, traceAttributes, traceItems } from './langfuse-items.ts'
import type { SourceRecord } from './record.ts'
import { partOf } from './refusal.ts'
import type { Item, Source, SourceOptions } from './source.ts'
import { hexId } from './span.ts'

const PAGE_SIZE = 50

/**
 * Langfuse: its public API, or a file of traces as the older API returns them. Servers of version 3 list traces; those after
 * it list observations and scores instead.
 */
export const langfuse: Source = async function* (options) {
  if (options.isFile) {
    for await (const trace of recordsOf(options.from, 'data')) yield* traceItems(options, trace)
    return
  }
  const api = connectToSource(options.from, credentials(options.environment))
  if (await api.has('/api/public/v2/observations?limit=1')) {
    const roots = new Map<string, string>()
    yield* observationsOf(api, options, roots)
    yield* partOf('scores', scoresOf(api, options, roots))
  } else {
    for await (const trace of pagesOf(api, `/api/public/traces?${searchOf(options)}`)) {
      const id = encodeURIComponent(trace.text('id'))
      yield* traceItems(options, await api.get(`/api/public/traces/${id}`))
    }
  }
  yield* partOf('datasets', datasetsOf(api))
}

const FIELDS = 'core,basic,time,io,metadata,model,usage,prompt,trace_context'

/** Metadata longer than this is cut, unless the request names its key. */
const METADATA_CHARACTERS_MAX = 200

async function* observationsOf(
  api: SourceApi,
  { since, until }: SourceOptions,
  roots: Map<string, string>,
): AsyncGenerator<Item> {
  const search = new URLSearchParams({ limit: '100', fields: FIELDS })
  if (since !== undefined) search.set('fromStartTime', since)
  if (until !== undefined) search.set('toStartTime', until)
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    if (cursor !== '') search.set('cursor', cursor)
    let page: SourceRecord = await api.get(`/api/public/v2/observations?${search}`)
    const cut = page.records('data').flatMap(cutMetadata)
    if (cut.length > 0) {
      const whole = new URLSearchParams([...search, ['expandMetadata', [...new Set(cut)].join(',')]])
      page = await api.get(`/api/public/v2/observations?${whole}`)
    }
    for (const observation of page.records('data')) {
      const id = hexId(observation.text('id'), 16)
      const parent = observation.optionalText('parentObservationId')
      const isRoot = !parent || observation.value('isRootObservation') === true
      const traceId = observation.optionalText('traceId') ?? observation.text('id')
      if (isRoot) roots.set(traceId, id)
      const place = { traceId: hexId(traceId, 32), id, parentId: isRoot ? undefined : hexId(parent, 16) }
      yield observationItem(observation, place, isRoot ? traceAttributes(observation, 'traceName') : [])
    }
    cursor = page.optionalRecord('meta')?.optionalText('cursor')
  }
}

function cutMetadata(observation: SourceRecord): string[] {
  const metadata = observation.value('metadata')
  return [...(metadata instanceof Map ? metadata : [])].flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= METADATA_CHARACTERS_MAX ? [name] : [],
  )
}

async function* scoresOf(
  api: SourceApi,
  options: SourceOptions,
  roots: ReadonlyMap<string, string>,
): AsyncGenerator<Item> {
  for await (const score of scoreRecords(api)) {
    const { kind, id } = subjectOf(score)
    const callId = kind === 'observation' ? hexId(id, 16) : kind === 'trace' ? roots.get(id) : undefined
    if (callId !== undefined) yield scoreItem(options, score, callId)
    else
      yield {
        kind: 'left-out',
        what: `scores of ${kind === 'trace' ? 'traces outside the range' : `${kind}s`}`,
      }
  }
}

/** From the newest API that the server has. */
async function* scoreRecords(api: SourceApi): AsyncGenerator<SourceRecord> {
  if (!(await api.has('/api/public/v3/scores?limit=1'))) {
    yield* pagesOf(api, `/api/public/v2/scores?limit=${PAGE_SIZE}`)
    return
  }
  const search = new URLSearchParams({ limit: '100', fields: 'details,subject,annotation' })
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    if (cursor !== '') search.set('cursor', cursor)
    const page: SourceRecord = await api.get(`/api/public/v3/scores?${search}`)
    yield* page.records('data')
    cursor = page.optionalRecord('meta')?.optionalText('cursor')
  }
}

/** What a score is about. The older API has an id of each kind. */
function subjectOf(score: SourceRecord): { kind: string; id: string } {
  const subject = score.optionalRecord('subject')
  if (subject) {
    return { kind: subject.optionalText('kind') ?? 'other subject', id: subject.optionalText('id') ?? '' }
  }
  for (const kind of ['observation', 'trace', 'session'] as const) {
    const id = score.optionalText(`${kind}Id`)
    if (id !== undefined) return { kind, id }
  }
  return { kind: 'experiment', id: '' }
}

async function* datasetsOf(api: SourceApi): AsyncGenerator<Item> {
  for await (const dataset of pagesOf(api, `/api/public/v2/datasets?limit=${PAGE_SIZE}`)) {
    const name = dataset.text('name')
    const rows: JsonMap[] = []
    const path = `/api/public/dataset-items?limit=${PAGE_SIZE}&datasetName=${encodeURIComponent(name)}`
    for await (const item of pagesOf(api, path))
      if (item.value('status') !== 'ARCHIVED') rows.push(rowOf(item))
    yield { kind: 'dataset', name, rows }
  }
}

function credentials(environment: SourceOptions['environment']): Record<string, string> {
  const { LANGFUSE_PUBLIC_KEY, LANGFUSE_SECRET_KEY } = environment
  if (!(LANGFUSE_PUBLIC_KEY && LANGFUSE_SECRET_KEY)) {
    throw new NotReachable(
      'Set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY to the keys of the project to import',
    )
  }
  const pair = Buffer.from(`${LANGFUSE_PUBLIC_KEY}:${LANGFUSE_SECRET_KEY}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function searchOf({ since, until }: SourceOptions): URLSearchParams {
  const search = new URLSearchParams({ limit: String(PAGE_SIZE), orderBy: 'timestamp.asc' })
  if (since !== undefined) search.set('fromTimestamp', since)
  if (until !== undefined) search.set('toTimestamp', until)
  return search
}

async function* pagesOf(api: SourceApi, path: string): AsyncGenerator<SourceRecord> {
  for (let page = 1; ; page++) {
    const reply = await api.get(`${path}&page=${page}`)
    yield* reply.records('data')
    if (page >= (reply.optionalRecord('meta')?.number('totalPages') ?? 0)) return
  }
}

const ROW_FIELDS = ['id', 'input', 'expectedOutput', 'metadata'] as const

const rowOf = (item: SourceRecord): JsonMap =>
  new Map(
    ROW_FIELDS.flatMap((name): [string, JsonValue][] => {
      const value = item.value(name)
      return value === undefined ? [] : [[name === 'expectedOutput' ? 'expected_output' : name, value]]
    }),
  )
