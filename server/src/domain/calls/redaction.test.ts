import fc from 'fast-check'
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
    'api_\u212aey',
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

test('JSON inside strings has no keys of the payload, so that it need not be parsed', () => {
  const inside = (json: string, depth: number): string =>
    depth === 0 ? json : JSON.stringify({ text: inside(json, depth - 1) })

  for (const json of ['{"api_key":"x"}', '{"api_key"\n\t: "x"}', '{"api_ke\\u0079":"x"}']) {
    expect(mayNameCredential(new JsonText(json))).toBe(true)
    for (const depth of [1, 2, 3]) expect(mayNameCredential(new JsonText(inside(json, depth)))).toBe(false)
  }
})

test('a payload is redacted if and only if one of its keys names a credential', () => {
  const keys = fc.constantFrom(
    'api_key',
    'api_key_',
    'ke\\u0079',
    'api_ke\\u0079',
    'api_\u212aey',
    'key',
    'role',
    'é',
    '\\\\',
    '',
  )
  const colons = fc.constantFrom(':', ' :', '\n\t : ')
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, colons), { minLength: 1 }), (members) => {
      const text = `{${members.map(([key, colon]) => `"${key}"${colon}"x"`).join()}}`
      const isNamed = members.some(([key]) => key.startsWith('api_'))

      expect(redacted(text) !== text).toBe(isNamed)
      for (const json of [
        JsonText.ofUtf8(new JsonText(text).utf8),
        JsonText.joined(['["é",', new JsonText(text), ']']),
      ])
        expect(redactCredentials(json) !== json).toBe(isNamed)
    }),
  )
})
