import { expect, test } from 'vitest'
import { startForwarding } from '../../testing/forwarded-request.ts'

const LARGE = Buffer.alloc(65 * 1024)

test('the thread gets the host that a trusted proxy reports, and the id that the reply has', async () => {
  const { send, sent } = await startForwarding({ trustedProxies: ['127.0.0.1'] })

  const reply = await send(LARGE, {
    host: '127.0.0.1:6340',
    'x-forwarded-host': 'traces.example:8443',
    'x-request-id': 'not a valid id',
  })

  const id = reply.headers['x-request-id']
  expect(sent).toMatchObject([{ headers: { host: 'traces.example:8443', 'x-request-id': id } }])
})

test('headers about the connection of the thread are not returned', async () => {
  const date = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const type = 'application/x-protobuf'
  const { send } = await startForwarding(
    {},
    { 'content-type': type, date, connection: 'close', 'transfer-encoding': 'chunked' },
  )

  const { headers } = await send(LARGE)

  expect(headers).toMatchObject({ 'content-type': type, connection: 'keep-alive' })
  expect(headers).not.toHaveProperty('transfer-encoding')
  expect(headers.date).not.toBe(date)
})
