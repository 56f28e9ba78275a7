import { afterAll, describe, expect, test } from 'vitest'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const OPERATIONS = [
  '/feedback/replace',
  '/objs/query',
  '/call/read',
  '/call/upsert_batch',
  '/cost/query',
  '/table/query',
  '/obj/read',
  '/call/start',
  '/calls/query_stats',
  '/feedback/query',
]

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

describe.each(OPERATIONS)('POST %s', (url) => {
  const withHeader = (authorization: string) =>
    service.post(url, {}, { key: null, headers: { authorization } })

  test('needs the header Authorization', async () => {
    const reply = await service.post(url, {}, { key: null })

    expect(reply).toMatchObject({
      status: 401,
      body: { detail: expect.any(String), reason: expect.any(String) },
    })
    expect(reply.headers['www-authenticate']).toMatch(/^Basic/)
  })

  test.each(['Bearer token', 'Basic', 'Basic %%%', basic('no colon'), basic('api:'), basic('api:wrong')])(
    'refuses %j',
    async (authorization) => {
      expect((await withHeader(authorization)).status).toBe(401)
    },
  )

  test('accepts the key as the password of any username', async () => {
    const replies = [
      await withHeader(basic(`api:${service.adminKey}`)),
      await withHeader(basic(`somebody:${service.adminKey}`)),
    ]

    expect(replies).toMatchObject([{ status: 422 }, { status: 422 }])
  })
})
