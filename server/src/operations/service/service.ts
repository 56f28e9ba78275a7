import { readReadiness } from '@heddle/contract/server-status'
import { readHealth, readServerInfo, readVersion, unavailableEndpoints } from '@heddle/contract/service'
import { ServiceError } from '../../errors.ts'
import { serviceVersion } from '../../version.ts'
import { forAnyone, inProject, operation } from '../operation.ts'

/** A database on the network may hang for longer than anyone waits who asks whether the server is ready. */
const READY_WITHIN_MS = 10_000

export const serviceOperations = [
  operation(readHealth, forAnyone, async () => ({ status: 'ok' as const })),
  operation(readReadiness, forAnyone, async (_, { storage, log }) => {
    try {
      const isWritten = await Promise.race([storage.probe().then(() => true), notWithin(READY_WITHIN_MS)])
      if (!isWritten)
        throw new ServiceError('unavailable', `it did not respond within ${READY_WITHIN_MS / 1000} seconds`)
    } catch (error) {
      log.warn({ err: error }, 'the storage cannot write')
      const reason = error instanceof ServiceError ? `: ${error.message}` : ''
      throw new ServiceError('unavailable', `The storage cannot write${reason}`, { retry_after_seconds: 5 })
    }
    return { status: 'ready' as const }
  }),

  operation(readServerInfo, forAnyone, async (_, { singleSignOnName }) => ({
    // The lowest version, so that no Python client is too old to start.
    min_required_weave_python_version: '0.0.0',
    trace_server_version: serviceVersion,
    single_sign_on: singleSignOnName,
  })),

  operation(readVersion, forAnyone, async () => ({ version: serviceVersion })),
]

/** False after a time. Does not keep the process running. */
const notWithin = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(resolve, ms, false).unref()
  })

/** Answered with 400 rather than 5xx, which clients would retry. */
export const unavailableOperations = unavailableEndpoints.map((endpoint) =>
  operation(endpoint, inProject('write'), async () => {
    throw new ServiceError(
      'invalid_request',
      `${endpoint.path} is not available here: this server calls no model provider and runs no scorers`,
      { error_code: 'NOT_AVAILABLE' },
    )
  }),
)
