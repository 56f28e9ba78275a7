import { describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { mayNameCredential, redactCredentials } from './redaction.ts'

const redacted = (text: string) => redactCredentials(new JsonText(text)).text

test('credentials are redacted and the rest keeps its text', () => {
  expect(redacted('{"openai_api_key":"sk","has_api_key":true,"token":"t"}')).toBe(
    '{"openai_api_key":"REDACTED","has_api_key":true,"token":"t"}',
  )
  expect(redacted('{ "n": 1.0, "api-key" : "sk-\\"1", "big": 12345678901234567890 }')).toBe(
    '{ "n": 1.0, "api-key" : "REDACTED", "big": 12345678901234567890 }',
  )
})

test('redaction goes through objects and arrays', () => {
  expect(redacted('[{"a":[{"Authorization":"Bearer x"},{"b":{"AWS_ACCESS_KEY_ID":"y"}}]}]')).toBe(
    '[{"a":[{"Authorization":"REDACTED"},{"b":{"AWS_ACCESS_KEY_ID":"REDACTED"}}]}]',
  )
})

test('inside the value of a credential key, keys are checked again', () => {
  expect(redacted('{"api_key":{"value":"v","client_secret":"s"}}')).toBe(
    '{"api_key":{"value":"v","client_secret":"REDACTED"}}',
  )
})

describe('a key names a credential', () => {
  test.each([
    'auth_headers',
    'authorization',
    'auth_token',
    'aws_access_key',
    'AWS-Access-Key-Id',
    'bearer_token',
    'vertex_credentials',
    'webhook_key',
    'webhook_secret',
    'my_access_token',
    'OPENAI_API_KEY',
    'openaiApiKey',
    'api_token',
    'client_secret',
    'ssh-private-key',
    'refresh_token',
    'aws_secret_access_key',
    'secret_key_',
    'session_token',
    '-a-p-i-k-e-y-',
    '\\u0061pi_key',
    'api_k\\u0065y',
    'api_ke\\u0079',
    'authorizati\\u006Fn',
    'API_KE-Y',
    'headers.authorization',
    'http.request.header.Auth-Token',
  ])('%s', (key) => {
    expect(redacted(`{"${key}":"x"}`)).toBe(`{"${key}":"REDACTED"}`)
  })
})

describe('a payload without credentials is returned as the same object', () => {
  test.each([
    '{"token":"t","secret":"s","password":"p"}',
    '{"my_authorization":"x","api_key_id":"x","x_webhook_key":"x"}',
    '{"api_key":"","private_key":null,"secret_key":3,"session_token":["x"]}',
    '{"text":"my \\"api_key\\": \\"sk\\""}',
    '["api_key","x"]',
    '{"__proto__":"x"}',
    '"api_key"',
    '{}',
  ])('%s', (text) => {
    const payload = new JsonText(text)

    expect(redactCredentials(payload)).toBe(payload)
  })
})

describe('JSON inside strings', () => {
  const nested = (json: string, depth: number): string =>
    depth === 0 ? json : JSON.stringify({ text: nested(json, depth - 1) })
  const names = (json: string, depth: number) => mayNameCredential(new JsonText(nested(json, depth)))

  test.each([0, 1, 2, 3])('may name a credential, at depth %i', (depth) => {
    expect(names('{"api_key":"x"}', depth)).toBe(true)
    expect(names('{"finish_reason":"stop","text":"a: b"}', depth)).toBe(false)
  })

  test.each(['{"api_key"\n\t: "x"}', '{"api_ke\\u0079":"x"}', '{"authorizati\\u006Fn"\r\n:"x"}'])(
    'names it however %j is written',
    (json) => {
      for (const depth of [0, 1, 2, 3]) expect(names(json, depth)).toBe(true)
    },
  )

  test('names it also if its quotes, spaces or colons are escaped', () => {
    for (const [character, written] of Object.entries({ '"': '\\u0022', ':': '\\u003A', ' ': '\\u0020' })) {
      const inner = '{"api_key" : "x"}'.replaceAll('"', character === '"' ? written : '\\"')
      expect(mayNameCredential(new JsonText(`{"t":"${inner.replaceAll(character, written)}"}`))).toBe(true)
    }
  })
})
