import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { CALLS_FROM_SPANS, deliver, recordSpans } from './exported-spans.ts'
import { API_KEY, type OtlpServer, startOtlpServer } from './otlp-server.ts'

let server: OtlpServer

beforeAll(async () => {
  server = await startOtlpServer()
})
afterAll(() => server.stop())
afterEach(() => vi.unstubAllEnvs())

const BASIC = `Basic ${Buffer.from(`api:${API_KEY}`).toString('base64')}`

/** Each exporter as its users set it up: by the environment alone. */
const EXPORTERS: Record<string, { open: () => SpanExporter; endpoint: () => string }> = {
  json: { open: () => new JsonExporter(), endpoint: () => `${server.url}/otel` },
  protobuf: { open: () => new ProtobufExporter(), endpoint: () => `${server.url}/otel` },
  'json at the standard path': { open: () => new JsonExporter(), endpoint: () => server.url },
  grpc: { open: () => new GrpcExporter(), endpoint: () => `http://127.0.0.1:${server.grpcPort}` },
}

async function exportBy(
  name: string,
  environment: Record<string, string>,
  resource: Record<string, string> = {},
) {
  const { open, endpoint } = EXPORTERS[name] ?? {}
  if (!open || !endpoint) throw new Error(`there is no exporter ${name}`)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint())
  for (const [variable, text] of Object.entries(environment)) vi.stubEnv(variable, text)
  const exporter = open()
  const outcome = await deliver(exporter, recordSpans(resource))
  await exporter.shutdown()
  return outcome
}

const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS'
const COMPRESSION = 'OTEL_EXPORTER_OTLP_COMPRESSION'
const DELIVERED = { code: 0 }

describe.each(Object.keys(EXPORTERS))('the exporter of %s', (name) => {
  const project = (what: string) => `${name.replaceAll(' ', '-')}-${what}`

  test.each(['none', 'gzip'])('delivers its spans with compression %s', async (compression) => {
    const resource = { 'wandb.entity': 'team', 'wandb.project': project(compression) }

    const outcome = await exportBy(
      name,
      { [HEADERS]: `wandb-api-key=${API_KEY}`, [COMPRESSION]: compression },
      resource,
    )

    expect(outcome).toMatchObject(DELIVERED)
    expect(await server.callsIn(`team/${project(compression)}`)).toMatchObject(CALLS_FROM_SPANS)
  })

  test('delivers with Basic authentication, and the project in a header', async () => {
    const projectId = `team/${project('basic')}`
    const headers = `authorization=${encodeURIComponent(BASIC)},project_id=${encodeURIComponent(projectId)}`

    const outcome = await exportBy(name, { [HEADERS]: headers })

    expect(outcome).toMatchObject(DELIVERED)
    expect(await server.callsIn(projectId)).toHaveLength(2)
  })

  test('delivers to the project of its service if nothing else names one', async () => {
    const service = project('service')

    const outcome = await exportBy(
      name,
      { [HEADERS]: `wandb-api-key=${API_KEY}` },
      { 'service.name': service },
    )

    expect(outcome).toMatchObject(DELIVERED)
    expect(await server.callsIn(`admin/${service}`)).toHaveLength(2)
  })

  test('reports a wrong key', async () => {
    const outcome = await exportBy(name, { [HEADERS]: 'wandb-api-key=wrong,project_id=team%2Fapp' })

    expect(outcome).toMatchObject({ code: 1, error: expect.any(Error) })
  })
})
