import { expect, test } from 'vitest'
import { newApiKey } from '../domain/accounts/account.ts'
import { serve } from '../testing/serve.ts'
import { startService } from '../testing/service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

const demoAt = (port: string, key: string) => {
  const folder = temporaryFolder()
  const environment = { HEDDLE_DATA: folder, HEDDLE_PORT: port, HEDDLE_API_KEY: key }
  return openTerminal(folder).runWith({ environment }, 'demo', '--traces', '1')
}

test('the demo fills a project that can then be read', async () => {
  const service = await startService()
  const { port } = new URL(await service.listen())

  const { code } = await demoAt(port, service.adminKey)

  const counted = await service.post('/calls/query_stats', { project_id: 'demo/assistant' })
  expect(code).toBe(0)
  expect(counted.body).toMatchObject({ count: expect.any(Number) })
  expect(counted.body).not.toMatchObject({ count: 0 })
})

test('the demo finds the server that runs on its data folder', async () => {
  const folder = temporaryFolder()
  let code: number | undefined

  await serve(folder, async () => {
    const environment = { HEDDLE_DATA: folder }
    code = (await openTerminal(folder).runWith({ environment }, 'demo', '--traces', '1')).code
  })

  expect(code).toBe(0)
})

test('the demo goes to the server that HEDDLE_URL or --url names, and says so', async () => {
  const service = await startService()
  const url = await service.listen()
  const folder = temporaryFolder()
  const demoWith = (environment: Record<string, string>, ...args: string[]) =>
    openTerminal(folder).runWith({ environment: { HEDDLE_DATA: folder, ...environment } }, 'demo', ...args)
  const small = ['--traces', '1', '--project', 'team/app']

  const byVariable = await demoWith({ HEDDLE_URL: `${url}/`, HEDDLE_API_KEY: service.adminKey }, ...small)
  const byFlag = await demoWith({ HEDDLE_API_KEY: service.adminKey }, '--url', url, ...small)
  const withoutKey = await demoWith({ HEDDLE_URL: url }, ...small)

  for (const { code, noted, printed } of [byVariable, byFlag]) {
    expect({ code, printed }).toEqual({ code: 0, printed: [`${url}/team/app/weave/traces`] })
    expect(noted[0]).toBe(`Writing to team/app on ${url}`)
  }
  expect(withoutKey).toMatchObject({ code: 2, noted: [expect.stringContaining('HEDDLE_API_KEY')] })
})

test('an unreachable server and a wrong key give different errors', async () => {
  const service = await startService()
  const { port } = new URL(await service.listen())

  const absent = await demoAt('1', service.adminKey)
  const refused = await demoAt(port, newApiKey())

  expect(absent).toMatchObject({ code: 4 })
  expect(absent.noted.join('\n')).toContain('No server answers')
  expect(refused).toMatchObject({ code: 4 })
  expect(refused.noted.join('\n')).toContain('API key')
})
