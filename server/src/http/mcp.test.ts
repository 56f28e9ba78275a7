import { expect, test } from 'vitest'
import { finished, recordFinished } from '../testing/builders.ts'
import { startService } from '../testing/service.ts'

const options = { headers: { accept: 'application/json, text/event-stream' } }

const toolCall = (name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})

test.each(['', '/heddle', '/projects'])(
  'tools work below the base path "%s", also where it is the first part of the paths they ask for',
  async (basePath) => {
    const service = await startService({ basePath })

    const { status, body } = await service.post(`${basePath}/mcp`, toolCall('list_projects'), options)

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
    expect(body).not.toMatchObject({ result: { isError: true } })
  },
)

test('no answer has half a character', async () => {
  const service = await startService()
  await recordFinished(service, finished('team/app', 'a', { exception: `${'x'.repeat(159)}😀` }))

  const found = await service.post('/mcp?project=team/app', toolCall('find_traces'), options)
  const refused = await service.post('/mcp', toolCall('find_\ud83d'), options)

  expect(found.text).toContain(`${'x'.repeat(159)}\ufffd`)
  expect(refused.text).toContain('find_\ufffd')
})

test('a batch that cancels its own request is answered', async () => {
  const service = await startService()
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }

  const { body } = await service.post('/mcp', [toolCall('list_projects'), cancel], options)

  expect(body).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
})

test.each([
  ['compare', { a: 'a', b: 'b' }],
  ['list_evaluation_runs', {}],
  ['find_traces', {}],
])('%s refuses a project that is not entity/project', async (name, input) => {
  const service = await startService()

  const { body } = await service.post('/mcp', toolCall(name, { project: 'app', ...input }), options)

  const text = 'project_id must be entity/project, got "app"'
  expect(body).toMatchObject({ result: { isError: true, content: [{ text }] } })
})

test('an argument that a tool does not have is refused by its name, not ignored', async () => {
  const service = await startService()
  await recordFinished(service, finished('team/app', 'a'))
  const call = (path: string, input: object) => service.post(path, toolCall('find_traces', input), options)

  const misspelt = await call('/mcp?project=team/app', { filters: 'status:error' })
  const elsewhere = await call('/mcp?project=team/app', { project: 'other/app' })
  const here = await call('/mcp?project=team/app', { project: 'team/app' })

  expect(misspelt.body).toMatchObject({ result: { isError: true, content: [{ text: /filters/ }] } })
  expect(elsewhere.body).toMatchObject({ result: { isError: true, content: [{ text: /team\/app/ }] } })
  expect(here.body).not.toMatchObject({ result: { isError: true } })
})
