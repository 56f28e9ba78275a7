import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config.ts'
import { messageOf } from '../errors.ts'
import { UsageError } from '../usage-error.ts'

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** The certificate to serve HTTPS with, if the settings name one. */
export function readCertificate({ tlsCert, tlsKey }: Config): Certificate | undefined {
  if (tlsCert === null || tlsKey === null) return undefined
  try {
    const pair = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) }
    createSecureContext(pair)
    return pair
  } catch (error) {
    const reason = messageOf(error)
    throw new UsageError(`The certificate in --tls-cert and --tls-key cannot be used: ${reason}`, {
      cause: error,
    })
  }
}
