import { asError, ServiceError } from '../../../errors.ts'
import { storageError } from '../database/storage-error.ts'
import type { Failure } from './protocol.ts'

export function toFailure(error: unknown): Failure {
  const explained = storageError(error) ?? error
  if (explained instanceof ServiceError) {
    const { code, message, details, stack, cause } = explained
    return { code, message, details, stack, cause: cause instanceof Error ? cause.message : undefined }
  }
  const { message, stack } = asError(error)
  return { code: null, message, details: {}, stack, cause: undefined }
}

export function fromFailure(failure: Failure): Error {
  const error = failure.code
    ? new ServiceError(failure.code, failure.message, failure.details)
    : new Error(failure.message)
  if (!failure.code && failure.stack) error.stack = failure.stack
  if (failure.cause !== undefined) error.cause = new Error(failure.cause)
  return error
}
