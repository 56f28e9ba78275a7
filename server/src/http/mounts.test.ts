import { get } from 'node:http'
import { expect, test } from 'vitest'
import { startService } from '../testing/service.ts'
import { atRootMount, withoutOrigin } from './mounts.ts'

test.each([
  ['/calls/query', '/calls/query'],
  ['/traces/calls/query', '/calls/query'],
  ['/traces/docs?section=calls', '/docs?section=calls'],
  ['/traces/traces/calls/query', '/traces/calls/query'],
  // Not below the mount.
  ['/traces', '/traces'],
  ['/tracesx/docs', '/tracesx/docs'],
  // Served at the root only.
  ['/traces/graphql', '/traces/graphql'],
  ['/traces/graphql?a=/traces/b', '/traces/graphql?a=/traces/b'],
])('%s is routed as %s', (url, routed) => {
  expect(atRootMount(url, new Set(['/graphql']))).toBe(routed)
})

test.each([
  ['/calls/query?a=http://b/c', '/calls/query?a=http://b/c'],
  ['http://heddle.local:6340/traces/health', '/traces/health'],
  ['HTTPS://heddle.local?a=b', '/?a=b'],
  ['http://heddle.local', '/'],
  ['http://heddle.local:99999/docs', 'http://heddle.local:99999/docs'],
  ['*', '*'],
])('of %s, %s is routed', (url, routed) => {
  expect(withoutOrigin(url)).toBe(routed)
})

test.each([
  ['http://heddle.local/traces/health', 200],
  ['http://heddle.local/health', 200],
  ['http://heddle.local:99999/health', 400],
])('a request for the whole URL %s is answered with %d', async (path, status) => {
  const service = await startService()
  const { hostname, port } = new URL(await service.listen())

  const answered = new Promise((resolve, reject) => {
    get({ hostname, port, path }, (reply) => resolve(reply.resume().statusCode)).on('error', reject)
  })

  expect(await answered).toBe(status)
})
