import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startForwarding } from '../../testing/forwarded-request.ts'

const KIB = 1024

test('a compressed export is forwarded as it was sent if it turns out to be large, and its memory is released', async () => {
  const { send, sent } = await startForwarding({ bytesInFlightMax: 200 * KIB })
  const emptyMessages = (bytes: number) => gzipSync(Buffer.alloc(bytes, Buffer.from([0x12, 0x00])))
  const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
  const large = emptyMessages(1024 * KIB)

  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await send(large, headers)).toMatchObject({ status: 200 })
  }
  expect(await send(emptyMessages(64 * KIB), headers)).toMatchObject({ status: 200 })

  expect(sent.map(({ body }) => body)).toEqual([large, large, large])
})
