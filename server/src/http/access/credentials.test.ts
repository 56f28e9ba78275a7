import { expect, test } from 'vitest'
import { keyFrom } from './credentials.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['Basic with any user name', { authorization: `Basic ${base64('anyone:secret')}` }, 'secret'],
  ['Basic without a user name', { authorization: `Basic ${base64(':secret')}` }, 'secret'],
  ['Basic with colons in the key', { authorization: `Basic ${base64('api:se:cr:et')}` }, 'se:cr:et'],
  ['a scheme in any case', { authorization: `bASIC ${base64('api:secret')}` }, 'secret'],
  ['a bearer token', { authorization: 'Bearer secret' }, 'secret'],
  ['the header of OpenTelemetry exporters', { 'wandb-api-key': 'secret' }, 'secret'],
  ['nothing', {}, undefined],
  ['Basic without a colon', { authorization: `Basic ${base64('secret')}` }, undefined],
  ['Basic with an empty key', { authorization: `Basic ${base64('api:')}` }, undefined],
  ['Basic with nothing behind it', { authorization: 'Basic' }, undefined],
  ['an unknown scheme', { authorization: 'Digest secret' }, undefined],
  ['a scheme named like a property of every object', { authorization: 'constructor secret' }, undefined],
])('the key in %s', (_name, headers, key) => {
  expect(keyFrom(headers)).toBe(key)
})
