import { JsonSyntaxError } from '@heddle/contract/json-scanner'
import { type JsonMap, type JsonValue, parseTree, writeTree } from '../../../json/tree.ts'
import { CommandLineError, UsageError } from '../../../usage-error.ts'
import { connectToSource, parsed, recordsOf, type SourceApi } from './documents.ts'
import { SourceRecord, textIn } from './record.ts'
import { partOf } from './refusal.ts'
import { feedbackOn, type Item, type Source, type SourceOptions } from './source.ts'
import { keyValues } from './span.ts'

const PAGE_SIZE = 100
const API = '/api/3.0/mlflow'

/** MLflow: the REST API of a tracking server, or a file with traces as `Trace.to_json()` writes them. */
export const mlflow: Source = async function* (options) {
  if (options.isFile) {
    for await (const trace of recordsOf(options.from, 'traces')) yield* traceItems(options, trace)
    return
  }
  const api = connectToSource(options.from, credentials(options.environment))
  const experiment = await experimentOf(api, options.sourceProject)
  for await (const traces of tracePages(api, experiment, options)) {
    const readable = traces.filter(hasSpans)
    const found = await withSpans(api, readable)
    for (const trace of found) yield* traceItems(options, trace)
    yield* leftOut('traces whose spans the server keeps as artifacts', traces.length - readable.length)
    yield* leftOut('traces whose spans the server does not have yet', readable.length - found.length)
  }
  yield* partOf('datasets', datasetsOf(api, experiment))
}

/** The server fails to return any of several traces if it does not have the spans of one of them. Older traces have no tag. */
function hasSpans(trace: SourceRecord): boolean {
  const place = textIn(trace.optionalRecord('tags')?.map, 'mlflow.trace.spansLocation')
  return place === 'TRACKING_STORE' || place === 'ARCHIVE_REPO'
}

async function withSpans(api: SourceApi, traces: readonly SourceRecord[]): Promise<SourceRecord[]> {
  if (traces.length === 0) return []
  const query = traces.map((trace) => `trace_ids=${encodeURIComponent(trace.text('trace_id'))}`).join('&')
  return (await api.get(`${API}/traces/batchGet?${query}`)).records('traces')
}

function* leftOut(what: string, count: number): Generator<Item> {
  for (let number = 0; number < count; number++) yield { kind: 'left-out', what }
}

function credentials(environment: SourceOptions['environment']): Record<string, string> {
  const { MLFLOW_TRACKING_TOKEN, MLFLOW_TRACKING_USERNAME, MLFLOW_TRACKING_PASSWORD = '' } = environment
  if (MLFLOW_TRACKING_TOKEN) return { authorization: `Bearer ${MLFLOW_TRACKING_TOKEN}` }
  if (!MLFLOW_TRACKING_USERNAME) return {}
  const pair = Buffer.from(`${MLFLOW_TRACKING_USERNAME}:${MLFLOW_TRACKING_PASSWORD}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

/** The id of the experiment with this name or id. */
async function experimentOf(api: SourceApi, named: string | undefined): Promise<string> {
  const names = new Map<string, string>()
  for (let token: string | undefined = ''; token !== undefined; ) {
    const body = { max_results: 1_000, ...(token !== '' && { page_token: token }) }
    const page: SourceRecord = await api.post('/api/2.0/mlflow/experiments/search', body)
    for (const each of page.records('experiments')) names.set(each.text('name'), each.text('experiment_id'))
    token = page.optionalText('next_page_token')
  }
  const id = names.get(named ?? '') ?? [...names.values()].find((each) => each === named)
  if (id !== undefined) return id
  const [only] = names.values()
  if (named === undefined && only !== undefined && names.size === 1) return only
  const list = [...names.keys()].slice(0, 20).join(', ')
  throw new CommandLineError(`Choose an experiment with --source-project: ${list}`)
}

async function* tracePages(
  api: SourceApi,
  experiment: string,
  { since, until }: SourceOptions,
): AsyncGenerator<SourceRecord[]> {
  const conditions = [
    ...(since === undefined ? [] : [`timestamp_ms >= ${Date.parse(since)}`]),
    ...(until === undefined ? [] : [`timestamp_ms < ${Date.parse(until)}`]),
  ]
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page: SourceRecord = await api.post(`${API}/traces/search`, {
      locations: [{ type: 'MLFLOW_EXPERIMENT', mlflow_experiment: { experiment_id: experiment } }],
      max_results: PAGE_SIZE,
      order_by: ['timestamp_ms ASC'],
      ...(conditions.length > 0 && { filter: conditions.join(' AND ') }),
      ...(token !== '' && { page_token: token }),
    })
    const traces = page.records('traces')
    if (traces.length === 0) return
    yield traces
    token = page.optionalText('next_page_token')
  }
}

function* traceItems(options: SourceOptions, trace: SourceRecord): Generator<Item> {
  const info = trace.optionalRecord('trace_info') ?? trace.record('info')
  const spans = (trace.optionalRecord('data') ?? trace).records('spans')
  let root: string | undefined
  for (const span of spans) {
    const id = idOf(span, 'span_id', 8)
    const isRoot = !span.optionalText('parent_span_id')
    if (isRoot) root ??= id
    yield { kind: 'span', id, span: spanOf(span, isRoot ? rootAttributes(info) : []) }
  }
  if (info.value('state') === 'IN_PROGRESS') yield { kind: 'left-out', what: 'ends of traces that still run' }
  for (const assessment of info.records('assessments')) {
    const callId = assessment.optionalText('span_id') ?? root
    yield callId === undefined
      ? { kind: 'left-out', what: 'assessments of traces without spans' }
      : assessmentItem(options, assessment, callId)
  }
}

/** Hex of an id, which the server writes in base64. */
function idOf(span: SourceRecord, name: string, byteCount: number): string {
  const text = span.text(name)
  const hex = /^(0x)?([\da-f]+)$/i.exec(text)?.[2]
  if (hex?.length === 2 * byteCount) return hex.toLowerCase()
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === byteCount) return bytes.toString('hex')
  throw new UsageError(`${name} of a span should have ${byteCount} bytes, not ${JSON.stringify(text)}`)
}

/** The span in the form of OTLP: files have attributes as an object of JSON texts instead of a list. */
function spanOf({ map }: SourceRecord, added: readonly (readonly [string, JsonValue])[]): object {
  const sent = map.get('attributes')
  const own = sent instanceof Map ? keyValues([...sent].map(([key, value]) => [key, plainText(value)])) : sent
  const attributes = [...(Array.isArray(own) ? own : []), ...keyValues(added)]
  const events = map.get('events')
  return new Map<string, unknown>([
    ...map,
    ['attributes', attributes],
    ['events', Array.isArray(events) ? events.map(eventOf) : []],
    ['links', []],
  ])
}

function eventOf(event: JsonValue): unknown {
  const attributes = event instanceof Map ? event.get('attributes') : undefined
  if (!(event instanceof Map && attributes instanceof Map)) return event
  return new Map<string, unknown>([...event, ['attributes', keyValues(attributes)]])
}

/** Unquotes a JSON string. All other JSON stays text, and is parsed where it is used. */
function plainText(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !value.startsWith('"')) return value
  try {
    return parseTree(value)
  } catch (error) {
    if (error instanceof JsonSyntaxError) return value
    throw error
  }
}

/** Attributes of the trace itself, stored with its root span. */
function rootAttributes(info: SourceRecord): [string, JsonValue][] {
  const metadata = info.optionalRecord('trace_metadata')?.map ?? new Map()
  const known = ['mlflow.trace.session', 'mlflow.trace.user'].flatMap((name): [string, JsonValue][] => {
    const value = textIn(metadata, name)
    return value === undefined ? [] : [[name, value]]
  })
  const own = [...metadata, ...(info.optionalRecord('tags')?.map ?? [])].filter(
    ([name]) => !name.startsWith('mlflow.'),
  )
  return own.length === 0 ? known : [...known, ['metadata', writeTree(new Map(own))]]
}

function assessmentItem(options: SourceOptions, assessment: SourceRecord, callId: string): Item {
  const kind = assessment.value('expectation') === undefined ? 'feedback' : 'expectation'
  const given = assessment.optionalRecord(kind)
  const source = assessment.optionalRecord('source')
  const serialized = textIn(given?.optionalRecord('serialized_value')?.map, 'value')
  return feedbackOn(options, {
    sourceId: `mlflow ${assessment.text('assessment_id')}`,
    callId,
    type: assessment.text('assessment_name'),
    payload: {
      value: serialized === undefined ? given?.value('value') : parsed(serialized, 'serialized_value'),
      kind: kind === 'expectation' ? kind : undefined,
      error: given?.value('error'),
      rationale: assessment.value('rationale'),
      source_type: source?.value('source_type'),
      metadata: assessment.value('metadata'),
      created_at: assessment.value('create_time'),
    },
    creator: source?.optionalText('source_id'),
  })
}

async function* datasetsOf(api: SourceApi, experiment: string): AsyncGenerator<Item> {
  const found = await api.post(`${API}/datasets/search`, { experiment_ids: [experiment], max_results: 1_000 })
  for (const dataset of found.records('datasets')) {
    const id = encodeURIComponent(dataset.text('dataset_id'))
    const rows: JsonMap[] = []
    for (let token: string | undefined = ''; token !== undefined; ) {
      const path = `${API}/datasets/${id}/records?max_results=1000`
      const page: SourceRecord = await api.get(
        token ? `${path}&page_token=${encodeURIComponent(token)}` : path,
      )
      // The list is itself JSON text.
      const list = parsed(page.optionalText('records') ?? '[]', 'records')
      for (const [index, row] of (Array.isArray(list) ? list : []).entries()) {
        rows.push(rowOf(new SourceRecord(row, `Record ${index + 1} of the dataset ${id}`)))
      }
      token = page.optionalText('next_page_token')
    }
    yield { kind: 'dataset', name: dataset.text('name'), rows }
  }
}

const ROW_FIELDS = ['inputs', 'expectations', 'outputs'] as const

const rowOf = (record: SourceRecord): JsonMap =>
  new Map([
    ['id', record.text('dataset_record_id')],
    ...ROW_FIELDS.flatMap((name): [string, JsonValue][] => {
      const value = record.value(name)
      return value === undefined || (value instanceof Map && value.size === 0) ? [] : [[name, value]]
    }),
  ])
