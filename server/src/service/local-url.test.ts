import { expect, test } from 'vitest'
import { localUrl } from './local-url.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:6340'],
  ['0.0.0.0', 'http://127.0.0.1:6340'],
  ['::', 'http://[::1]:6340'],
  ['fe80::1', 'http://[fe80::1]:6340'],
  ['heddle.local', 'http://heddle.local:6340'],
])('a server on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 6340)).toBe(url)
})
