import { expect, test } from 'vitest'
import { startService } from '../testing/service.ts'

test('every response has the id of its request, also a refusal', async () => {
  const service = await startService()
  const url = await service.listen()
  const idFor = async (path: string, id: string) =>
    (await fetch(`${url}${path}`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')

  expect(await idFor('/health', 'from-a-proxy:1')).toBe('from-a-proxy:1')
  expect(await idFor('/settings/status', 'refused-1')).toBe('refused-1')
})

test('an id that a log could not show as it is gives way to a new one', async () => {
  const service = await startService()
  const url = await service.listen()

  for (const id of ['two words', '"quoted"', 'x'.repeat(129)]) {
    const reply = await fetch(`${url}/health`, { headers: { 'x-request-id': id } })
    expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{20,40}$/)
  }
})
