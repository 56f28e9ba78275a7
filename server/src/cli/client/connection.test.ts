import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../service/folder-lock.ts'
import { announcedUrl, announceUrl } from '../../service/local-url.ts'
import { serveHttp } from '../../testing/http-server.ts'
import { serve } from '../../testing/serve.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTerminal } from '../../testing/terminal.ts'
import { UsageError } from '../../usage-error.ts'

const HEDDLE_API_KEY = 'a-key-of-more-than-twenty'

test('a database on the command line takes precedence over HEDDLE_URL', async () => {
  const environment = { HEDDLE_URL: 'http://127.0.0.1:9', HEDDLE_API_KEY }
  const openStorage = async ({ storage }: { readonly storage: string }) => {
    throw new UsageError(`opened ${storage}`)
  }
  const database = 'clickhouse://user:password@127.0.0.1:9/traces'

  const { noted } = await openTerminal(temporaryFolder()).runWith(
    { environment, openStorage },
    ...['projects', '--storage', database],
  )

  expect(noted).toEqual([`heddle: opened ${database}`])
})

test('a server that was killed leaves nobody who gets the key of its folder', async () => {
  const received: string[] = []
  const stranger = await serveHttp((request, response) => {
    received.push(request.headers.authorization ?? '')
    response.end('{}')
  })
  const folder = temporaryFolder()
  const context = { environment: { HEDDLE_DATA: folder } }
  await serve(folder, async () => {})
  announceUrl(folder, `http://${stranger}`)

  const listed = await openTerminal(folder).runWith(context, 'projects')
  const demo = await openTerminal(folder).runWith(context, 'demo', '--traces', '1')

  expect([listed.code, demo.code]).toEqual([0, 4])
  expect(received).toEqual([])
})

test.each(['server', 'alone'] as const)(
  'locking a folder for its use (%s) removes the URL of a killed server',
  (use) => {
    const folder = temporaryFolder()
    announceUrl(folder, 'http://127.0.0.1:9')

    onTestFinished(lockFolder(folder, use))

    expect(announcedUrl(folder)).toBeUndefined()
  },
)

test('a connection that is lost in the middle of a response is reported with the address', async () => {
  const host = await serveHttp((_, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('{', () => response.destroy())
  })
  const environment = { HEDDLE_URL: `http://${host}`, HEDDLE_API_KEY }

  const { code, noted } = await openTerminal(temporaryFolder()).runWith({ environment }, 'projects')

  expect(code).toBe(4)
  expect(noted.join()).toContain(`The connection to http://${host} was lost`)
})
