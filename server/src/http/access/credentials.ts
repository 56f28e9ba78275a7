import type { IncomingHttpHeaders } from 'node:http'

/**
 * The API key of a request: the password of Basic authentication (the user name is ignored), a bearer token, or
 * the header `wandb-api-key`, which OpenTelemetry exporters use.
 */
export function keyFrom(headers: IncomingHttpHeaders): string | undefined {
  const { authorization = '', 'wandb-api-key': plainKey } = headers
  const [scheme = '', value = ''] = authorization.trim().split(/ +/, 2)
  const key = SCHEMES.get(scheme.toLowerCase())?.(value) ?? plainKey
  return typeof key === 'string' && key !== '' ? key : undefined
}

const SCHEMES: ReadonlyMap<string, (value: string) => string | undefined> = new Map([
  ['basic', passwordOf],
  ['bearer', (value: string) => value],
])

function passwordOf(encoded: string): string | undefined {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return colon < 0 ? undefined : decoded.slice(colon + 1)
}
