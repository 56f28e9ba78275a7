import { type JsonMap, type JsonValue, writeTree } from '../../../json/tree.ts'
import type { Micros } from '../../../time.ts'
import { NotReachable } from '../../../usage-error.ts'
import { connectToSource, recordsOf, type SourceApi } from './documents.ts'
import type { SourceRecord } from './record.ts'
import { partOf } from './refusal.ts'
import { feedbackOn, type Item, type Source, type SourceOptions } from './source.ts'
import { hexId, otlpSpan } from './span.ts'

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

/**
 * A trace whose observations have one root is that root. Any other gets a root of its own, since traces of older SDKs have inputs
 * and output but no span.
 */
function* traceItems(options: SourceOptions, trace: SourceRecord): Generator<Item> {
  const observations = trace.records('observations')
  const known = new Set(observations.map((each) => each.text('id')))
  const roots = observations.filter((each) => !known.has(each.optionalText('parentObservationId') ?? ''))
  const [first] = roots
  const only = roots.length === 1 ? first : undefined
  const wholeTrace = [...traceAttributes(trace, 'name'), ...metadataOf('langfuse.trace.metadata', trace)]
  const rootId = hexId(only?.text('id') ?? `trace ${trace.text('id')}`, 16)
  if (!only) yield { kind: 'span', id: rootId, span: traceSpan(trace, rootId, observations) }
  for (const observation of observations) {
    const parent = observation.optionalText('parentObservationId') ?? ''
    const id = hexId(observation.text('id'), 16)
    const parentId = known.has(parent) ? hexId(parent, 16) : only ? undefined : rootId
    const added = observation === only ? wholeTrace : []
    yield observationItem(observation, { traceId: traceIdOf(trace), id, parentId }, added)
  }
  for (const score of trace.records('scores')) {
    const observation = score.optionalText('observationId')
    yield scoreItem(options, score, observation === undefined ? rootId : hexId(observation, 16))
  }
}

const traceIdOf = (trace: SourceRecord): string => hexId(trace.text('id'), 32)

function traceSpan(trace: SourceRecord, id: string, observations: readonly SourceRecord[]): object {
  const startedAt = trace.time('timestamp')
  return otlpSpan({
    traceId: traceIdOf(trace),
    id,
    parentId: undefined,
    name: trace.optionalText('name') || 'trace',
    startedAt,
    endedAt: observations.reduce((last, each) => Math.max(last, endOf(each) ?? 0), startedAt),
    attributes: [
      ['langfuse.observation.input', jsonOf(trace.value('input'))],
      ['langfuse.observation.output', jsonOf(trace.value('output'))],
      ...traceAttributes(trace, 'name'),
      ...metadataOf('langfuse.trace.metadata', trace),
    ],
  })
}

const endOf = (observation: SourceRecord): Micros | undefined =>
  observation.optionalTime('endTime') ?? observation.optionalTime('startTime')

const traceAttributes = (
  trace: SourceRecord,
  nameField: 'name' | 'traceName',
): [string, JsonValue | undefined][] => [
  ['langfuse.session.id', trace.optionalText('sessionId')],
  ['langfuse.user.id', trace.optionalText('userId')],
  ['langfuse.trace.name', trace.optionalText(nameField)],
  ['langfuse.trace.tags', trace.value('tags')],
  ['langfuse.release', trace.optionalText('release')],
  ['langfuse.environment', trace.optionalText('environment')],
]

function metadataOf(prefix: string, { map }: SourceRecord): [string, JsonValue | undefined][] {
  const metadata = map.get('metadata')
  if (!(metadata instanceof Map)) return metadata ? [[prefix, jsonOf(metadata)]] : []
  // Attributes of the SDKs themselves repeat what the observation says.
  return [...metadata]
    .filter(([name]) => name !== 'attributes' && name !== 'resourceAttributes' && name !== 'scope')
    .map(([name, value]) => [`${prefix}.${name}`, jsonOf(value)])
}

interface Place {
  readonly traceId: string
  readonly id: string
  readonly parentId: string | undefined
}

const observationItem = (
  observation: SourceRecord,
  place: Place,
  added: Parameters<typeof observationSpan>[2],
): Item => ({
  kind: 'span',
  id: place.id,
  span: observationSpan(observation, place, added),
  hasLength: (observation.optionalTime('endTime') ?? 0) > observation.time('startTime'),
})

function observationSpan(
  observation: SourceRecord,
  place: Place,
  added: readonly (readonly [string, JsonValue | undefined])[],
): object {
  const message = observation.optionalText('statusMessage')
  const model = observation.optionalText('providedModelName') ?? observation.optionalText('model')
  return otlpSpan({
    ...place,
    name: observation.optionalText('name') || observation.text('type').toLowerCase(),
    startedAt: observation.time('startTime'),
    endedAt: endOf(observation),
    attributes: [
      ['langfuse.observation.type', observation.text('type').toLowerCase()],
      ['langfuse.observation.input', jsonOf(observation.value('input'))],
      ['langfuse.observation.output', jsonOf(observation.value('output'))],
      ['langfuse.observation.level', observation.optionalText('level')],
      ['langfuse.observation.status_message', message],
      ['langfuse.observation.model.name', model],
      ['langfuse.observation.model.parameters', jsonOf(observation.value('modelParameters'))],
      ['langfuse.observation.usage_details', jsonOf(usageOf(observation))],
      ['langfuse.observation.cost_details', jsonOf(filled(observation.value('costDetails')))],
      ['langfuse.observation.completion_start_time', observation.optionalText('completionStartTime')],
      ['langfuse.observation.prompt.name', observation.optionalText('promptName')],
      ['langfuse.observation.prompt.version', observation.value('promptVersion')],
      ...metadataOf('langfuse.observation.metadata', observation),
      ...added,
    ],
    error: observation.optionalText('level') === 'ERROR' ? (message ?? '') : undefined,
  })
}

/** `usageDetails`, or the older `usage`. */
function usageOf(observation: SourceRecord): JsonValue | undefined {
  const details = filled(observation.value('usageDetails'))
  if (details !== undefined) return details
  const usage = observation.optionalRecord('usage')
  const counted = ['input', 'output', 'total'].flatMap((name): [string, JsonValue][] => {
    const tokens = usage?.value(name)
    return tokens === undefined || usage?.number(name) === 0 ? [] : [[name, tokens]]
  })
  return filled(new Map(counted))
}

const filled = (value: JsonValue | undefined): JsonValue | undefined =>
  value instanceof Map && value.size > 0 ? value : undefined

/** Text as it is, all else as JSON, as the SDKs send them. */
const jsonOf = (value: JsonValue | undefined): string | undefined =>
  value === undefined || value === null || typeof value === 'string' ? (value ?? undefined) : writeTree(value)

function scoreItem(options: SourceOptions, score: SourceRecord, callId: string): Item {
  return feedbackOn(options, {
    sourceId: `langfuse ${score.text('id')}`,
    callId,
    type: score.text('name'),
    payload: {
      value: scoreValue(score),
      comment: score.value('comment'),
      source: score.value('source'),
      metadata: filled(score.value('metadata')),
      created_at: score.value('timestamp'),
    },
    creator: score.optionalText('authorUserId'),
  })
}

/** Categories have a text beside their number, and booleans are 0 or 1. */
function scoreValue(score: SourceRecord): JsonValue | undefined {
  const number = score.number('value')
  if (score.value('dataType') === 'BOOLEAN' && number !== undefined) return number === 1
  return score.value('stringValue') ?? score.value('value')
}

const ROW_FIELDS = ['id', 'input', 'expectedOutput', 'metadata'] as const

const rowOf = (item: SourceRecord): JsonMap =>
  new Map(
    ROW_FIELDS.flatMap((name): [string, JsonValue][] => {
      const value = item.value(name)
      return value === undefined ? [] : [[name === 'expectedOutput' ? 'expected_output' : name, value]]
    }),
  )
