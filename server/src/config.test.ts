import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { CommandLineError, UsageError } from './usage-error.ts'

test('by default the server listens on the loopback address', () => {
  expect(readConfig({}, {})).toEqual({
    host: '127.0.0.1',
    port: 6340,
    otlpGrpcPort: null,
    data: resolve('heddle-data'),
    storage: '',
    apiKey: '',
    logLevel: 'warn',
    slowAfterMs: 5_000,
    traceTo: '',
    bodyBytesMax: 64 * 1024 ** 2,
    fileBytesMax: 128 * 1024 ** 2,
    bytesInFlightMax: 192 * 1024 ** 2,
    readTimeoutMs: 60_000,
    sealAfterMs: 5_000,
    stopGraceMs: 10_000,
    stallTimeoutMs: 60_000,
    basePath: '',
    tlsCert: null,
    tlsKey: null,
    trustedProxies: [],
    replyBytesMax: 64 * 1024 ** 2,
    oidcIssuer: '',
    oidcClientId: '',
    oidcClientSecret: '',
    oidcName: 'single sign-on',
    oidcDomains: [],
    oidcRoles: [],
  })
})

test('a provider needs its id and secret, and an encrypted connection', () => {
  const provider = { HEDDLE_OIDC_ISSUER: 'https://id.example.org', HEDDLE_OIDC_CLIENT_ID: 'heddle' }
  const whole = { ...provider, HEDDLE_OIDC_CLIENT_SECRET: 'secret' }

  expect(readConfig({}, whole)).toMatchObject({ oidcIssuer: 'https://id.example.org' })
  expect(() => readConfig({}, provider)).toThrow(UsageError)
  expect(() => readConfig({}, { ...whole, HEDDLE_OIDC_ISSUER: 'http://id.example.org' })).toThrow(UsageError)
  expect(() => readConfig({}, { ...whole, HEDDLE_OIDC_ROLES: 'team' })).toThrow(UsageError)
})

test('a variable overrides the default, a flag overrides the variable', () => {
  const environment = { HEDDLE_HOST: '0.0.0.0', HEDDLE_PORT: '7000', HEDDLE_DATA: '/from/env' }

  const config = readConfig({ port: '8000' }, environment)

  expect(config).toMatchObject({ host: '0.0.0.0', port: 8000, data: '/from/env' })
})

test('the error for an invalid storage URL does not contain its password', () => {
  const environment = { HEDDLE_STORAGE: 'clickhouse://u:secret@host' }

  expect(() => readConfig({}, environment)).toThrow(/^HEDDLE_STORAGE must be a URL such as (?!.*secret)/)
})

test('an empty variable counts as not set', () => {
  expect(readConfig({}, { HEDDLE_PORT: '' }).port).toBe(6340)
})

test.each([
  ['64MiB', 64 * 1024 ** 2],
  ['1 KiB', 1024],
  ['4096', 4096],
])('the size %s is %i bytes', (text, bytes) => {
  expect(readConfig({ 'body-limit': text }, {}).bodyBytesMax).toBe(bytes)
})

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['2 m', 120_000],
  ['1h', 3_600_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(readConfig({ 'stop-grace': text }, {}).stopGraceMs).toBe(ms)
})

test('trusted proxies are addresses and ranges', () => {
  const { trustedProxies } = readConfig({ 'trusted-proxies': '127.0.0.1, 10.0.0.0/8,::1,fd00::/8,' }, {})

  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
})

test.each([
  ['HEDDLE_PORT', '80a'],
  ['HEDDLE_PORT', '65536'],
  ['HEDDLE_PORT', '-1'],
  ['HEDDLE_OTLP_GRPC_PORT', 'on'],
  ['HEDDLE_HOST', ' '],
  ['HEDDLE_DATA', ' '],
  ['HEDDLE_LOG_LEVEL', 'loud'],
  ['HEDDLE_BODY_LIMIT', '1GiB'],
  ['HEDDLE_BODY_LIMIT', '12'],
  ['HEDDLE_FILE_LIMIT', 'much'],
  ['HEDDLE_STOP_GRACE', '10'],
  ['HEDDLE_STOP_GRACE', '2h'],
  ['HEDDLE_STALL_TIMEOUT', '0s'],
  ['HEDDLE_TRUSTED_PROXIES', 'proxy.example'],
  ['HEDDLE_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['HEDDLE_TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['HEDDLE_TRUSTED_PROXIES', '127.0.0.1 10.0.0.1'],
])('%s=%j is rejected by name', (variable, text) => {
  const read = () => readConfig({}, { [variable]: text })

  expect(read).toThrow(UsageError)
  expect(read).toThrow(variable)
  expect(read).toThrow(JSON.stringify(text))
})

test('an invalid flag is named as a flag', () => {
  expect(() => readConfig({ port: 'x' }, { HEDDLE_PORT: '1' })).toThrow('--port')
})

test.each([
  [
    'the form of the largest file',
    { 'file-limit': '144MiB', 'in-flight-limit': '192MiB' },
    'file-limit',
    '194MiB',
  ],
  [
    'the largest compressed body',
    { 'body-limit': '96MiB', 'in-flight-limit': '192MiB' },
    'body-limit',
    '256MiB',
  ],
])('an in-flight limit too small for %s is rejected', (_, flags, setting, needed) => {
  const read = () => readConfig(flags, {})

  expect(read).toThrow(CommandLineError)
  expect(read).toThrow(`--in-flight-limit must be at least ${needed}`)
  expect(read).toThrow(`--${setting}`)
  expect(() => readConfig({ ...flags, 'in-flight-limit': needed }, {})).not.toThrow()
})

test('the in-flight limit grows with the others unless it is set', () => {
  expect(readConfig({ 'body-limit': '96MiB' }, {}).bytesInFlightMax).toBe(256 * 1024 ** 2)
  expect(readConfig({ 'file-limit': '1MiB' }, {}).bytesInFlightMax).toBe(192 * 1024 ** 2)
})

test('all limits can be as large as they may be', () => {
  const flags = { 'file-limit': '512MiB', 'body-limit': '512MiB', 'in-flight-limit': '2GiB' }

  expect(() => readConfig(flags, {})).not.toThrow()
})

test.each([
  ['too short', 'k'.repeat(19)],
  ['too long', 'k'.repeat(513)],
  ['with a space', `${'k'.repeat(20)} ${'k'.repeat(20)}`],
  ['with a line break', `${'k'.repeat(40)}\n`],
  ['with a control character', `${'k'.repeat(40)}\x7f`],
  ['outside ASCII', 'é'.repeat(40)],
])('an API key that is %s is rejected by the name of its variable, without quoting it', (_, key) => {
  const read = () => readConfig({}, { HEDDLE_API_KEY: key })

  expect(read).toThrow(UsageError)
  expect(read).toThrow('HEDDLE_API_KEY')
  expect(read).not.toThrow(key.trim())
})

test('an API key of 20 characters is accepted, and an empty one counts as not set', () => {
  expect(readConfig({}, { HEDDLE_API_KEY: 'k'.repeat(20) }).apiKey).toBe('k'.repeat(20))
  expect(readConfig({}, { HEDDLE_API_KEY: '' }).apiKey).toBe('')
})
