import { readFileSync } from 'node:fs'
import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import type { QueryOperation } from '@heddle/contract/query'
import { freePort } from '../../server/src/testing/free-port.ts'
import { BUNDLE } from '../../tests/server/command.ts'
import { FIRST_PAGE_ROWS, rowFields } from '../../ui/src/api/call-rows.ts'
import { PROJECT } from '../dataset/span-messages.ts'
import type { SpanFormat } from '../dataset/spans.ts'
import { basicAuth, HttpClient } from '../processes/http-client.ts'
import { launch } from '../processes/server.ts'
import { API_KEY } from '../processes/service.ts'
import { type Contender, jsonRead, type Read, type ReadName, type ReadPlan } from './contender.ts'
import { sampler, type Targets } from './targets.ts'

const PACKAGE = new URL('../../server/package.json', import.meta.url)

/** This checkout's build, fed in one of its two formats, on SQLite or the ClickHouse at `storage`. */
export function heddle(format: SpanFormat, storage?: string): Contender {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
  return {
    name: storage ? 'Heddle on ClickHouse' : format === 'otlp' ? 'Heddle, OTLP' : 'Heddle, native',
    version,
    format,
    install: async () => {},
    async start(folder) {
      const port = await freePort()
      const place = storage ? ['--storage', storage] : ['--data', folder]
      const server = await launch({
        command: process.execPath,
        args: [BUNDLE, 'serve', '--port', String(port), ...place],
        env: { HEDDLE_API_KEY: API_KEY },
        folder,
        port,
        probe: '/health',
      })
      const headers = { ...basicAuth(API_KEY), project_id: PROJECT }
      const client = new HttpClient(server.url, headers, 1)
      return {
        server,
        headers,
        async countSpans() {
          const reply = await client.post('/calls/query_stats', JSON.stringify({ project_id: PROJECT }))
          const { count }: { count: number } = JSON.parse(String(reply))
          return count
        },
        reads: async (targets) => heddleReads(targets, format),
      }
    },
  }
}

const NEWEST_FIRST = [{ field: 'started_at', direction: 'desc' as const }]
const FIRST_PAGE = { limit: FIRST_PAGE_ROWS, ...rowFields({ wholePayloads: false }), include_cursor: true }

export function heddleReads(targets: Targets, format: SpanFormat): Readonly<Record<ReadName, ReadPlan>> {
  const next = sampler(targets)
  const roots = { trace_roots_only: true }
  const { name, model, temperature, phrase, longTrace, traces } = targets
  const hasModel = equal('attributes.model', model.value)
  const hasPhrase = { $contains: { input: field('inputs'), substr: literal(phrase.value) } }
  const isHotter: QueryOperation = {
    $gt: [field('attributes.model_parameters.temperature'), literal(temperature.value)],
  }
  return {
    'newest 50 roots, full': () =>
      stream({ filter: roots, sort_by: NEWEST_FIRST, limit: 50 }, Math.min(50, traces)),
    'first page as its UI asks': () =>
      query({ filter: roots, sort_by: NEWEST_FIRST, ...FIRST_PAGE }, Math.min(FIRST_PAGE_ROWS, traces)),
    'one span by id': () => readCall(next().spanId),
    'one trace (5–10 spans)': () => {
      const { traceId, traceSpans } = next()
      return stream({ filter: { trace_ids: [traceId] } }, traceSpans)
    },
    'long trace, full': () => stream({ filter: { trace_ids: [longTrace.id] } }, longTrace.spans),
    'long trace, tree only': () => tree(longTrace.id, longTrace.spans),
    'count by name': () => countOf({ filter: { op_names: [opName(name.value, format)] } }, name.spans),
    'count by model': () => countOf({ query: { $expr: hasModel } }, model.spans),
    'count by temperature > x': () => countOf({ query: { $expr: isHotter } }, temperature.spans),
    'newest 50 by model': () =>
      stream({ query: { $expr: hasModel }, sort_by: NEWEST_FIRST, limit: 50 }, Math.min(50, model.spans)),
    'newest 50 with a rare phrase in the input': () =>
      stream({ query: { $expr: hasPhrase }, sort_by: NEWEST_FIRST, limit: 50 }, Math.min(50, phrase.spans)),
  }
}

type Search = Omit<CallsQueryRequest, 'project_id'>

const field = (path: string) => ({ $getField: path })
const literal = (value: string | number) => ({ $literal: value })

export const equal = (path: string, value: string): QueryOperation => ({ $eq: [field(path), literal(value)] })

/** Spans get the ref of an op; `:*` stands for its version. */
const opName = (name: string, format: SpanFormat): string =>
  format === 'otlp' ? `weave:///${PROJECT}/op/${name.toLowerCase()}:*` : name

/** Full calls, one a line. */
export function stream(search: Search, expected: number): Read {
  const body = JSON.stringify({ project_id: PROJECT, ...search })
  return {
    fetch: async (client) => [await client.post('/calls/stream_query', body)],
    rows: ([lines]) =>
      String(lines ?? '')
        .split('\n')
        .filter((line) => line !== '').length,
    expected,
  }
}

function query(search: Search & { include_cursor: boolean }, expected: number): Read {
  const body = JSON.stringify({ project_id: PROJECT, ...search })
  return jsonRead<{ calls: unknown[] }>(
    (client) => client.post('/calls/query', body),
    ({ calls }) => calls,
    expected,
  )
}

export function countOf(search: Pick<Search, 'filter' | 'query'>, expected: number): Read {
  const body = JSON.stringify({ project_id: PROJECT, ...search })
  return jsonRead<{ count: number }>(
    (client) => client.post('/calls/query_stats', body),
    ({ count }) => count,
    expected,
  )
}

function readCall(id: string): Read {
  const body = JSON.stringify({ project_id: PROJECT, id })
  return jsonRead<{ call: { id: string } | null }>(
    (client) => client.post('/call/read', body),
    ({ call }) => (call?.id === id ? 1 : 0),
    1,
  )
}

function tree(traceId: string, expected: number): Read {
  const body = JSON.stringify({ project_id: PROJECT, trace_id: traceId })
  return jsonRead<{ calls: { id: string[] } }>(
    (client) => client.post('/trace/skeleton', body),
    ({ calls }) => calls.id,
    expected,
  )
}
