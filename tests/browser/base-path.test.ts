import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { startServer } from '../server/server-process.ts'
import { test } from './browser.ts'
import { collectPageErrors } from './page-errors.ts'
import { signIn } from './sign-in.ts'

const apiKey = 'k'.repeat(40)

/** A proxy that serves another server below `/heddle` and nothing else, with or without passing the path on. */
async function openProxy(target: string, passesPath: boolean): Promise<string> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((received, reply) => {
    const { method, url = '', headers } = received
    if (!url.startsWith('/heddle/')) return void reply.writeHead(404).end()
    const path = passesPath ? url : url.slice('/heddle'.length)
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => reply.destroy()).pipe(reply)
    })
    // The server is killed at the end of the test.
    for (const stream of [forwarded, received, reply]) stream.on('error', () => reply.destroy())
    received.pipe(forwarded)
  })
  onTestFinished(() => void proxy.close().closeAllConnections())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}

for (const passesPath of [true, false])
  test(`pages, links and the API work below a path that the proxy ${passesPath ? 'passes on' : 'removes'}`, async ({
    browser,
  }) => {
    const environment = { HEDDLE_BASE_PATH: '/heddle/' }
    const server = await startServer({ data: join(temporaryFolder(), 'data'), apiKey, environment })
    onTestFinished(() => server.kill())
    const origin = await openProxy(server.url, passesPath)
    const start = {
      project_id: 'team/app',
      id: 'c',
      trace_id: 't',
      op_name: 'answer',
      started_at: new Date(),
      attributes: {},
      inputs: {},
    }
    const headers = { authorization: `Bearer ${apiKey}` }
    await fetch(`${origin}/heddle/call/start`, { method: 'POST', headers, body: JSON.stringify({ start }) })
    const page = await browser.newPage()
    const errors = collectPageErrors(page, origin, ['401 /heddle/session'])

    await page.goto(`${origin}/heddle/`)
    await signIn(page, apiKey)
    await page
      .getByRole('link', { name: /team\/app|app/ })
      .first()
      .click()
    await page.getByText('answer').first().waitFor()

    expect(new URL(page.url()).pathname).toMatch(/^\/heddle\/team\/app\//)
    const call = page.getByRole('link', { name: 'answer' }).first()
    expect(await call.getAttribute('href')).toBe('/heddle/team/app/weave/calls/c')
    await page.reload()
    await page.getByText('answer').first().waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
