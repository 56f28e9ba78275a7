import { join } from 'node:path'
import { type Contender, jsonRead, type Read, type ReadName, type ReadPlan } from './contender.ts'
import { pythonContender } from './python-contender.ts'
import { sampler, type Targets } from './targets.ts'

const VERSION = '3.17.2'
/** The experiment that every new server has. */
const EXPERIMENT = '0'
const API = '/ajax-api/3.0/mlflow/traces'

/** MLflow on its default SQLite. */
export const mlflow = (cache: string): Contender =>
  pythonContender({
    name: 'MLflow',
    format: 'otlp',
    package: { name: 'mlflow', version: VERSION, folder: join(cache, `mlflow-${VERSION}`) },
    script: 'bin/mlflow',
    probe: '/health',
    start: async (port) => ({
      args: ['server', '--host', '127.0.0.1', '--port', String(port)],
      env: { MLFLOW_DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: 'true' },
    }),
    connect: (client) => ({
      headers: { 'x-mlflow-experiment-id': EXPERIMENT },
      async countSpans() {
        const read = spanCount({}, 0)
        return read.rows(await read.fetch(client))
      },
      reads: async (targets) => mlflowReads(targets),
    }),
  })

function mlflowReads(targets: Targets): Readonly<Record<ReadName, ReadPlan | null>> {
  const next = sampler(targets)
  const { name, model, phrase, longTrace, traces } = targets
  return {
    'newest 50 roots, full': () => newest(undefined, Math.min(50, traces)),
    'first page as its UI asks': () =>
      jsonRead<Found>(
        (client) => client.post(`${API}/search`, searchBody(100)),
        ({ traces }) => traces,
        Math.min(100, traces),
      ),
    // A span can only be read with its trace.
    'one span by id': () => {
      const { traceId, traceSpans } = next()
      return trace(traceId, traceSpans)
    },
    'one trace (5–10 spans)': () => {
      const { traceId, traceSpans } = next()
      return trace(traceId, traceSpans)
    },
    'long trace, full': () => trace(longTrace.id, longTrace.spans),
    'long trace, tree only': null,
    'count by name': () => spanCount({ filters: [`span.name = "${name.value}"`] }, name.spans),
    'count by model': () => spanCount({ dimensions: ['span_model_name'] }, model.spans, model.value),
    'count by temperature > x': null,
    // `=` finds nothing, because values are stored as JSON texts.
    'newest 50 by model': () =>
      newest(`span.attributes.\`llm.model_name\` LIKE '%${model.value}%'`, Math.min(50, model.spans)),
    'newest 50 with a rare phrase in the input': () =>
      newest(`span.content LIKE '%${phrase.value}%'`, Math.min(50, phrase.spans)),
  }
}

interface Found {
  readonly traces?: readonly { readonly trace_id: string }[]
}

function searchBody(limit: number, filter?: string): string {
  const location = { type: 'MLFLOW_EXPERIMENT', mlflow_experiment: { experiment_id: EXPERIMENT } }
  return JSON.stringify({
    locations: [location],
    ...(filter !== undefined && { filter }),
    max_results: limit,
    order_by: ['timestamp_ms DESC'],
  })
}

/** As its client finds traces with their payloads: a search for ids, then all of them at once. */
function newest(filter: string | undefined, expected: number): Read {
  return {
    async fetch(client) {
      const found: Found = JSON.parse(String(await client.post(`${API}/search`, searchBody(50, filter))))
      const ids = (found.traces ?? []).map(({ trace_id }) => `trace_ids=${trace_id}`)
      return ids.length === 0 ? [] : [await client.get(`${API}/batchGet?${ids.join('&')}`)]
    },
    rows([body]) {
      const { traces }: Found = JSON.parse(String(body ?? '{}'))
      return traces?.length ?? 0
    },
    expected,
  }
}

const trace = (traceId: string, expected: number): Read =>
  jsonRead<{ trace?: { spans?: unknown[] } }>(
    (client) => client.get(`${API}/get?trace_id=tr-${traceId}&allow_partial=true`),
    (reply) => reply.trace?.spans,
    expected,
  )

interface Metrics {
  readonly data_points?: readonly {
    readonly values?: Readonly<Record<string, number>>
    readonly dimensions?: Readonly<Record<string, string>>
  }[]
}

/** Number of spans, or of those for which the one dimension has a value. */
function spanCount(metric: object, expected: number, dimension?: string): Read {
  const body = JSON.stringify({
    experiment_ids: [EXPERIMENT],
    view_type: 'SPANS',
    metric_name: 'span_count',
    aggregations: [{ aggregation_type: 'COUNT' }],
    ...metric,
  })
  const countIn = ({ data_points = [] }: Metrics) => {
    const point = data_points.find(
      ({ dimensions = {} }) => dimension === undefined || Object.values(dimensions).includes(dimension),
    )
    return Number(Object.values(point?.values ?? {})[0] ?? 0)
  }
  return jsonRead<Metrics>((client) => client.post(`${API}/metrics`, body), countIn, expected)
}
