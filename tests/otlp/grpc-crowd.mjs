// Begins eight large messages at once over gRPC, ends none of them, and prints the first status that comes back. A process of
// its own: on Node 20 the HTTP/2 client may corrupt its heap when such a session ends.

import { once } from 'node:events'
import { connect } from 'node:http2'

const [url, path, apiKey] = process.argv.slice(2)
const MESSAGE_BYTES = 1024 ** 2
// More than half of the largest message, behind the five bytes that announce all of it.
const begun = Buffer.alloc(5 + 900 * 1024)
begun.writeUInt32BE(MESSAGE_BYTES, 1)

const session = connect(url)
const statuses = Array.from({ length: 8 }, async () => {
  const stream = session.request({ ':method': 'POST', ':path': path, 'wandb-api-key': apiKey })
  stream.on('error', () => {}).resume()
  stream.write(begun)
  const [headers] = await once(stream, 'response')
  return headers['grpc-status']
})

process.stdout.write(`${await Promise.race(statuses)}\n`)
// The messages stay incomplete until the parent process kills this one.
