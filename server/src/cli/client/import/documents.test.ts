import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveHttp } from '../../../testing/http-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { connectToSource, documentsOf } from './documents.ts'

test.each([
  ['lines', '{"a":1}\n\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
  ['lines as Python writes them', '{"a":NaN}\n{"a":-Infinity}\n', ['{"a":NaN}', '{"a":-Infinity}']],
  ['one document over several lines', '{\n"a":1}', ['{\n"a":1}']],
])('a file of %s is read document by document', async (_, text, documents) => {
  const file = join(temporaryFolder(), 'file.jsonl')
  writeFileSync(file, text)

  const read: string[] = []
  for await (const document of documentsOf(file)) read.push(document)
  expect(read).toEqual(documents)
})

test.each([
  [200, true],
  [403, true],
  [404, false],
  [405, false],
  [501, false],
])('an API that answers %i to a path has it: %s', async (status, isThere) => {
  const host = await serveHttp((_, response) => response.writeHead(status).end())

  expect(await connectToSource(`http://${host}`, {}).has('/path')).toBe(isThere)
})

test('a busy API is asked again whether it has a path', async () => {
  const statuses = [503, 429, 404]
  const host = await serveHttp((_, response) =>
    response.writeHead(statuses.shift() ?? 200, { 'retry-after': '0.001' }).end(),
  )

  expect(await connectToSource(`http://${host}`, {}).has('/path')).toBe(false)
})

test('a connection that is lost in the middle of a response is reported with the address', async () => {
  const host = await serveHttp((_, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('{', () => response.destroy())
  })

  await expect(connectToSource(`http://${host}`, {}).get('/path')).rejects.toMatchObject({
    name: 'NotReachable',
    message: expect.stringContaining(`The connection to http://${host} was lost`),
  })
})
