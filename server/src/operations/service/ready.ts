import { readReadiness } from '@heddle/contract/status'
import { ServiceError } from '../../errors.ts'
import { forAnyone, operation } from '../operation.ts'

export const readinessRead = operation(readReadiness, forAnyone, async (_, { storage, log }) => {
  try {
    await storage.probe()
  } catch (error) {
    log.warn({ err: error }, 'the storage cannot write')
    const reason = error instanceof ServiceError ? `: ${error.message}` : ''
    throw new ServiceError('unavailable', `The storage cannot write${reason}`, { retry_after_seconds: 5 })
  }
  return { status: 'ready' as const }
})
