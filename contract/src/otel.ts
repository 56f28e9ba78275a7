import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Maybe, PayloadObject } from './schema.ts'

const exportedSpan = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  name: 'chat gpt-4o',
  kind: 3,
  startTimeUnixNano: '1740823200000000000',
  endTimeUnixNano: '1740823201250000000',
  attributes: [
    { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
    { key: 'gen_ai.usage.output_tokens', value: { intValue: '1' } },
  ],
}

const exportedResource = {
  attributes: [
    { key: 'wandb.entity', value: { stringValue: 'team' } },
    { key: 'wandb.project', value: { stringValue: 'app' } },
  ],
}

export const exportTraces = endpoint({
  method: 'POST',
  path: '/otel/v1/traces',
  bodySize: 'payload',
  aliases: ['/v1/traces', '/api/public/otel/v1/traces'],
  tag: 'calls',
  summary: 'Record the spans of an OpenTelemetry exporter as calls',
  description:
    'Accepts an OTLP trace export, in protobuf (`application/x-protobuf`) or JSON, plain or compressed with gzip or ' +
    'deflate, and responds in the same encoding. The project comes from the resource attributes `wandb.entity` and ' +
    '`wandb.project`, else from the header `project_id`, else from `project_id` in the query string, else it is the only ' +
    'project of the key, else, in the default entity of the key, the one that `wandb.project`, `openinference.project.name`, ' +
    '`langsmith.trace.session_name` or `service.name` names, else `default`. Spans that cannot be stored are counted in the ' +
    'response; the others are stored.',
  request: Type.Object({ resourceSpans: Type.Array(PayloadObject()) }),
  requestAs: 'otlp',
  example: { resourceSpans: [{ resource: exportedResource, scopeSpans: [{ spans: [exportedSpan] }] }] },
  reply: Type.Object({
    partialSuccess: Maybe(Type.Object({ rejectedSpans: Type.Integer(), errorMessage: Type.String() }), {
      description: 'Only where spans were rejected.',
    }),
    partial_success: Maybe(Type.Object({ rejected_spans: Type.Integer(), error_message: Type.String() }), {
      description: 'The same in the other spelling.',
    }),
  }),
})

const ENCODINGS =
  'protobuf (`application/x-protobuf`) or JSON, plain or compressed with gzip or deflate, and answers in the same encoding. ' +
  'The project is found as for traces.'

export const exportLogs = endpoint({
  method: 'POST',
  path: '/otel/v1/logs',
  bodySize: 'payload',
  aliases: ['/v1/logs', '/api/public/otel/v1/logs'],
  tag: 'calls',
  summary: 'Record the LLM events of an OpenTelemetry log exporter',
  description:
    `Accepts an OTLP log export, in ${ENCODINGS} Events of coding agents (Claude Code, Codex, Gemini CLI) ` +
    'become calls; events of the GenAI conventions become messages of the call of their span. ' +
    'All other records are dropped and counted in the response.',
  request: Type.Object({ resourceLogs: Type.Array(PayloadObject()) }),
  requestAs: 'otlp',
  example: {
    resourceLogs: [
      {
        resource: exportedResource,
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: '1740823201250000000',
                body: { stringValue: 'claude_code.api_request' },
                attributes: [
                  { key: 'event.name', value: { stringValue: 'api_request' } },
                  { key: 'model', value: { stringValue: 'claude-sonnet-4-5' } },
                  { key: 'input_tokens', value: { intValue: '12' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  reply: Type.Object({
    partialSuccess: Maybe(Type.Object({ rejectedLogRecords: Type.Integer(), errorMessage: Type.String() }), {
      description: 'Only where records were not kept.',
    }),
  }),
})

export const exportMetrics = endpoint({
  method: 'POST',
  path: '/otel/v1/metrics',
  bodySize: 'payload',
  aliases: ['/v1/metrics', '/api/public/otel/v1/metrics'],
  tag: 'calls',
  summary: 'Acknowledge the metrics of an OpenTelemetry exporter',
  description:
    `Accepts an OTLP metrics export, in ${ENCODINGS} Nothing is stored: the route exists so that one endpoint accepts all signals of an ` +
    'exporter.',
  request: Type.Object({ resourceMetrics: Type.Array(PayloadObject()) }),
  requestAs: 'otlp',
  example: {
    resourceMetrics: [
      {
        resource: exportedResource,
        scopeMetrics: [{ metrics: [{ name: 'tokens', sum: { dataPoints: [{ asInt: '1' }] } }] }],
      },
    ],
  },
  reply: Type.Object({
    partialSuccess: Maybe(Type.Object({ rejectedDataPoints: Type.Integer(), errorMessage: Type.String() }), {
      description: 'Only where there were data points.',
    }),
  }),
})
