import { queryAgentSpans } from '@heddle/contract/agent-spans'
import { exportAgentSpans } from '@heddle/contract/agents'
import { afterAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import {
  exportedSpan,
  exportOf,
  inProject,
  keyValues,
  protobufOf,
  SPAN_ID,
  spanId,
  TRACE_ID,
} from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const agent = (name: string, fields: object = {}) => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': name,
  ...fields,
})

describe('an export', () => {
  test('in protobuf is answered in protobuf, and creates no calls', async () => {
    const project_id = newProject()
    const body = protobufOf(exportOf([exportedSpan()], inProject(project_id)))
    const headers = { 'content-type': 'application/x-protobuf' }

    const reply = await service.request({ method: 'POST', url: '/agents/otel/v1/traces', body, headers })

    expect(reply).toMatchObject({ status: 200, text: '' })
    expect(await service.call(queryAgentSpans, { project_id })).toMatchObject({ total_count: 1 })
    expect(await idsOf(service, project_id)).toEqual([])
  })

  test('that is sent twice leaves one row per span', async () => {
    const project_id = newProject()
    const request = exportOf([exportedSpan(agent('planner'))], inProject(project_id))

    await service.call(exportAgentSpans, request)
    await service.call(exportAgentSpans, request)

    const { spans, total_count } = await service.call(queryAgentSpans, { project_id })
    expect(total_count).toBe(1)
    expect(spans).toMatchObject([{ trace_id: TRACE_ID, span_id: SPAN_ID, agent_name: 'planner' }])
  })

  test('is stored without the credentials in attributes and events, also in those that are JSON', async () => {
    const project_id = newProject()
    const secrets = {
      'gen_ai.tool.call.arguments': '{"api_key":"sk-1","to":"Oslo","n":NaN}',
      'http.request.header.authorization': 'Bearer sk-1',
      options: { client_secret: 'sk-1', retries: 2 },
    }
    const span = exportedSpan(agent('planner', secrets), {
      events: [{ name: 'gen_ai.tool.output', attributes: keyValues({ content: '{"access_token":"sk-1"}' }) }],
    })

    await service.call(exportAgentSpans, exportOf([span], inProject(project_id)))

    const reply = await service.call(queryAgentSpans, { project_id, include_details: true })
    expect(JSON.stringify(reply)).not.toContain('sk-1')
    expect(reply.spans[0]?.tool_call_arguments).toContain('"to":"Oslo"')
  })

  test('counts the spans it cannot record, and records the others', async () => {
    const project_id = newProject()
    const spans = [exportedSpan({ ['a.'.repeat(200)]: 1 }), exportedSpan({}, { spanId: spanId(7) })]

    const reply = await service.call(exportAgentSpans, exportOf(spans, inProject(project_id)))

    expect(reply).toMatchObject({ partial_success: { rejected_spans: 1 } })
    expect(await service.call(queryAgentSpans, { project_id })).toMatchObject({ total_count: 1 })
  })

  test.each(['startTimeUnixNano', 'endTimeUnixNano'])(
    'rejects a span whose %s cannot be stored, by name, and records the others',
    async (field) => {
      const project_id = newProject()
      const late = exportedSpan({}, { spanId: spanId(6), [field]: String(2n ** 64n - 1n) })
      const spans = [late, exportedSpan({}, { spanId: spanId(7) })]

      const reply = await service.call(exportAgentSpans, exportOf(spans, inProject(project_id)))

      expect(reply).toMatchObject({
        partial_success: { rejected_spans: 1, error_message: expect.stringContaining(field) },
      })
      const { spans: found } = await service.call(queryAgentSpans, { project_id })
      expect(found.map(({ span_id }) => span_id)).toEqual([spanId(7)])
    },
  )

  test('needs a key that may write', async () => {
    const { key } = await service.createUser({ entity: 'team', key: { scope: 'read' } })

    const reply = await service.post(
      '/agents/otel/v1/traces',
      exportOf([exportedSpan()], inProject('team/app')),
      { key },
    )

    expect(reply.status).toBe(403)
  })
})
