import type { Random } from '../../bench/dataset/random.ts'
import { hostileText } from './hostile-values.ts'

/** The key of the fuzzer as a header. */
export function authorizationOf(apiKey: string): string {
  return `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`
}

/** Unusual headers that the server must handle. */
export function strangeHeaders(random: Random): Record<string, string> {
  const value = random.chance(0.1) ? 'h'.repeat(6_000) : headerText(random)
  return { [random.pick(HEADERS)]: value }
}

const HEADERS = [
  ...[
    'last-event-id',
    'cookie',
    'accept',
    'accept-encoding',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'if-none-match',
  ],
  ...[
    'range',
    'project_id',
    'wandb-api-key',
    'x-retry-id',
    'accept-language',
    'forwarded',
    'x-http-method-override',
    '__proto__',
  ],
] as const

/** Credentials that are wrong, or no credentials at all. */
export function strangeAuthorization(random: Random): string {
  return random.pick([
    'Basic',
    'Basic ====',
    'Bearer',
    `Bearer ${'x'.repeat(4_000)}`,
    'Basic YXBpOndyb25n',
    'Basic YXBp',
    'Digest username="x"',
    'Bearer \t ',
    `Basic ${Buffer.from('api:\u0000ключ').toString('base64')}`,
    'bearer __proto__',
  ])
}

/** Header values are single bytes, without controls. */
const headerText = (random: Random): string => hostileText(random).replace(/[^\x20-\x7e]/g, '?')

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'M-SEARCH',
] as const

/** An unknown path, or an unusual spelling of a known one. */
export function strangePath(path: string, random: Random): string {
  return random.pick([
    `${path}/`,
    `/${path}`,
    `/traces${path}`,
    `/traces/traces${path}`,
    path.toUpperCase(),
    `${path}?${'a=1&'.repeat(random.below(300))}`,
    `${path}?__proto__=1&constructor=2&project_id=fuzz/a&project_id=fuzz/b&limit[]=1`,
    `${path}?project_id=%ff%fe&limit=%00`,
    `${path}%00`,
    `${path}/%2e%2e/%2e%2e/etc/passwd`,
    `/assets/../../${path}`,
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    `/v2/${'e'.repeat(3_000)}/a/ops`,
    '/v2/%/%/ops',
    '/%zz',
    '/?#',
    `/${'x/'.repeat(random.below(500))}`,
    '/docs',
    '/openapi.json',
    '/fuzz/a/weave/traces',
  ])
}
