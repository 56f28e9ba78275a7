import { queryAuditLog } from '@heddle/contract/audit'
import { readRedactionRules, setRedactionRules, tryRedactionRules } from '@heddle/contract/redaction'
import { afterAll, describe, expect, test } from 'vitest'
import { callsOf, end, finished, readOne, record, recordFinished, start } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import {
  exportedSpan,
  exportOf,
  inProject,
  keyValues,
  logExportOf,
  SPAN_ID,
  TRACE_ID,
} from '../../testing/otlp.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const RULES = [
  { name: 'email', pattern: '[\\w.+-]+@[\\w-]+\\.[\\w.-]+' },
  { name: 'person', keys: ['customer_name'] },
]

/** A new project with rules. */
async function projectWith(rules: Parameters<typeof setRules>[1] = RULES): Promise<string> {
  const project_id = newProject()
  await setRules(project_id, rules)
  return project_id
}

const setRules = (
  project_id: string,
  rules: {
    name: string
    pattern?: string
    keys?: string[]
    fields?: ('inputs' | 'output' | 'attributes')[]
  }[],
) => service.call(setRedactionRules, { project_id, rules })

/** Everything that the project has, as one text. */
const everythingOf = async (project_id: string) => JSON.stringify(await callsOf(service, project_id))

const SECRETS = { question: 'Mail ada@example.org', customer_name: 'Ada L', n: 1 }

describe('redacted values are not stored', () => {
  test('in calls whose start and end are sent separately, and the mark names the rule', async () => {
    const project_id = await projectWith()

    await record(
      service,
      start(project_id, { id: 'c', inputs: SECRETS, attributes: { who: 'bob@example.org' } }),
      end(project_id, 'c', { output: { text: 'Sent to ada@example.org' }, exception: 'no ada@example.org' }),
    )

    expect(await readOne(service, project_id, 'c')).toMatchObject({
      inputs: { question: 'Mail [REDACTED:email]', customer_name: '[REDACTED:person]', n: 1 },
      attributes: { who: '[REDACTED:email]' },
      output: { text: 'Sent to [REDACTED:email]' },
      exception: 'no [REDACTED:email]',
    })
    expect(await everythingOf(project_id)).not.toMatch(/example\.org|Ada L/)
  })

  test('in complete calls, on project paths, and in previews', async () => {
    const project_id = await projectWith()
    const [entity = '', project = ''] = project_id.split('/')

    await recordFinished(service, finished(project_id, 'whole', { inputs: SECRETS, output: SECRETS }))
    await service.post(`/v2/${entity}/${project}/call/start`, {
      start: start(project_id, { id: 'v2', inputs: SECRETS }),
    })
    await service.post(`/v2/${entity}/${project}/call/end`, {
      end: end(project_id, 'v2', { output: SECRETS }),
    })

    expect(await callsOf(service, project_id)).toHaveLength(2)
    expect(await everythingOf(project_id)).not.toMatch(/example\.org|Ada L/)
  })

  test('in spans, their events, resources and previews, and in JSON inside attributes', async () => {
    const project_id = await projectWith()
    const span = exportedSpan(
      {
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'I am ada@example.org' }] },
        ]),
        'app.customer_name': 'Ada L',
        'session.id': 'ada@example.org',
      },
      {
        events: [{ name: 'e', timeUnixNano: '1', attributes: keyValues({ note: 'bob@example.org' }) }],
        status: { code: 2, message: 'failed for ada@example.org' },
      },
    )

    await service.post(
      '/otel/v1/traces',
      exportOf([span], { ...inProject(project_id), owner: 'x@example.org' }),
    )

    const [call] = await callsOf(service, project_id)
    expect(call?.thread_id).toBe('[REDACTED:email]')
    expect(call?.exception).toContain('[REDACTED:email]')
    expect(await everythingOf(project_id)).toContain('I am [REDACTED:email]')
    expect(await everythingOf(project_id)).not.toMatch(/example\.org|Ada L/)
  })

  test('in events that are logged separately from their span', async () => {
    const project_id = await projectWith()
    const logged = {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      timeUnixNano: '1740823201250000000',
      eventName: 'gen_ai.user.message',
      body: { kvlistValue: { values: keyValues({ content: 'I am ada@example.org', role: 'user' }) } },
    }

    await service.post('/otel/v1/logs', logExportOf([logged], inProject(project_id)))
    await service.post('/otel/v1/traces', exportOf([exportedSpan()], inProject(project_id)))

    expect(await everythingOf(project_id)).toContain('I am [REDACTED:email]')
    expect(await everythingOf(project_id)).not.toContain('example.org')
  })

  test('in agent spans', async () => {
    const project_id = await projectWith()
    const span = exportedSpan({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.description': 'Ask ada@example.org',
      customer_name: 'Ada L',
    })

    await service.post('/agents/otel/v1/traces', exportOf([span], inProject(project_id)))

    const { text: stored } = await service.post('/agents/spans/query', { project_id, include_details: true })
    expect(stored).toContain('[REDACTED:email]')
    expect(stored).not.toMatch(/example\.org|Ada L/)
  })

  test('only in the fields of the rule', async () => {
    const project_id = await projectWith([{ ...RULES[0], name: 'email', fields: ['output'] }])

    await recordFinished(service, finished(project_id, 'c', { inputs: SECRETS, output: SECRETS }))

    expect(await readOne(service, project_id, 'c')).toMatchObject({
      inputs: SECRETS,
      output: { ...SECRETS, question: 'Mail [REDACTED:email]' },
    })
  })
})

test('other projects and earlier calls are not changed', async () => {
  const [project_id, other] = [newProject(), newProject()]
  await recordFinished(service, finished(project_id, 'before', { inputs: SECRETS }))

  await setRules(project_id, RULES)
  await recordFinished(service, finished(other, 'c', { inputs: SECRETS }))

  expect(await readOne(service, project_id, 'before')).toMatchObject({ inputs: SECRETS })
  expect(await readOne(service, other, 'c')).toMatchObject({ inputs: SECRETS })
})

test('rules are returned, and a change is in the audit log', async () => {
  const project_id = await projectWith()
  const [entity = ''] = project_id.split('/')
  const fields = ['inputs', 'output', 'attributes']

  expect(await service.call(readRedactionRules, { project_id })).toEqual({
    rules: RULES.map((rule) => ({ ...rule, fields })),
  })
  const { entries } = await service.call(queryAuditLog, { entity, project_id })
  expect(entries).toMatchObject([{ action: 'redaction.set', target: project_id }])
})

test('only admins change rules, and readers can read them', async () => {
  const project_id = await projectWith()
  const [entity = ''] = project_id.split('/')
  const statusOf = async (role: 'viewer' | 'editor' | 'admin', url: string, body: object) => {
    const { key } = await service.createUser({ entity, role })
    return (await service.post(url, { project_id, ...body }, { key })).status
  }

  expect(await statusOf('editor', '/project/redaction/update', { rules: [] })).toBe(403)
  expect(await statusOf('viewer', '/project/redaction/read', {})).toBe(200)
  expect(await statusOf('admin', '/project/redaction/update', { rules: [] })).toBe(200)
})

test.each(['acmex', '', 'a/b/c'])('%j is no project', async (project_id) => {
  const { key } = await service.createUser({ entity: 'acme', role: 'admin' })

  for (const each of [{}, { key }])
    expect(await service.post('/project/redaction/update', { project_id, rules: [] }, each)).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining('project_id') },
    })
})

test('a rule that cannot be applied is refused, and the rules stay', async () => {
  const project_id = await projectWith()

  const reply = await service.post('/project/redaction/update', {
    project_id,
    rules: [{ name: 'bad', pattern: '(a)\\1' }],
  })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.stringContaining('"bad"') } })
  expect((await service.call(readRedactionRules, { project_id })).rules).toHaveLength(2)
})

test('rules can be tried without being set', async () => {
  const project_id = newProject()

  expect(
    await service.call(tryRedactionRules, { project_id, rules: RULES, field: 'inputs', value: SECRETS }),
  ).toEqual({ value: { question: 'Mail [REDACTED:email]', customer_name: '[REDACTED:person]', n: 1 } })
  expect((await service.call(readRedactionRules, { project_id })).rules).toEqual([])
})
