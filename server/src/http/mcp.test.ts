import { expect, test } from 'vitest'
import { startService } from '../testing/service.ts'

test.each(['', '/heddle', '/projects'])(
  'tools work below the base path "%s", also where it is the first part of the paths they ask for',
  async (basePath) => {
    const service = await startService({ basePath })
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_projects', arguments: {} },
    }

    const { status, body } = await service.post(`${basePath}/mcp`, call, {
      headers: { accept: 'application/json, text/event-stream' },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } })
    expect(body).not.toMatchObject({ result: { isError: true } })
  },
)
