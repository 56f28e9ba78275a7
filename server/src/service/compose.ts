import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { nowMicros } from '../clock.ts'
import type { Config } from '../config.ts'
import type { SingleSignOn } from '../http/access/single-sign-on.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { createIdSource } from '../id.ts'
import { allOperations } from '../operations/all.ts'
import { createSqlEngine } from '../sql/engine.ts'

type Parts = Pick<AppOptions, 'storage' | 'log' | 'signInTokens' | 'metrics' | 'ingest' | 'uiFolder'> &
  Partial<Pick<AppOptions, 'operations' | 'trustedProxies' | 'tls' | 'spans'>>

/** Builds the application on an open storage: the same in the main thread and, with fewer operations, in the ingest thread. */
export async function composeApp(config: Config, parts: Parts): Promise<FastifyInstance> {
  return createApp({
    ...config,
    operations: allOperations,
    now: nowMicros,
    newId: createIdSource(),
    sql: createSqlEngine(),
    ...(config.oidcIssuer !== '' && { singleSignOn: singleSignOnOf(config) }),
    ...parts,
  })
}

const singleSignOnOf = (config: Config): SingleSignOn => ({
  name: config.oidcName,
  issuer: config.oidcIssuer,
  clientId: config.oidcClientId,
  clientSecret: config.oidcClientSecret,
  policy: { domains: config.oidcDomains, rules: config.oidcRoles },
})

/** Logs to standard error: standard output has only what is meant for the person who started the service. */
export function openLog({ logLevel }: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: true })
  // Serving goes on when the log cannot be written, for example on a full disk.
  destination.on('error', () => {})
  return pino({ level: logLevel }, destination)
}
