import { ServiceError } from '../../domain/errors.ts'
import type { Failure } from './protocol.ts'

export function toFailure(error: unknown): Failure {
  if (error instanceof ServiceError) {
    return { code: error.code, message: error.message, details: error.details, stack: error.stack }
  }
  if (error instanceof Error) {
    return { code: null, message: error.message, details: {}, stack: error.stack }
  }
  return { code: null, message: String(error), details: {}, stack: undefined }
}

export function fromFailure(failure: Failure): Error {
  if (failure.code) return new ServiceError(failure.code, failure.message, failure.details)
  const error = new Error(failure.message)
  if (failure.stack) error.stack = failure.stack
  return error
}
