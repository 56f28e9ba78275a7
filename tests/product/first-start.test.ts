import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { startServer } from '../server/server-process.ts'

test('the first start writes its key to a file, which works at once, and not to the log', async () => {
  const data = join(temporaryFolder(), 'data')
  const server = await startServer({ data, apiKey: '' })
  onTestFinished(() => server.kill())
  const key = readFileSync(join(data, 'admin-key'), 'utf8').trim()

  const reply = await fetch(`${server.url}/session`, { headers: { authorization: `Bearer ${key}` } })

  expect(reply.status).toBe(200)
  expect(server.greeting).toContain(`API key kept in ${join(data, 'admin-key')}`)
  expect(server.greeting).not.toContain(key)
  expect(server.greeting).not.toContain('token=')
})

test('a key that can be guessed is refused before anything is created, and not printed', async () => {
  const data = join(temporaryFolder(), 'data')
  const started = startServer({ data, apiKey: 'password1234' })

  await expect(started).rejects.toThrow(/HEDDLE_API_KEY must be 20 to 512 printable/)
  await expect(started).rejects.not.toThrow('password1234')
})
