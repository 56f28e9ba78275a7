import { ServiceError } from '../errors.ts'
import type { Page } from '../query/expression.ts'

/** The requested page of a result; without limits, all of it. */
export function newPage(request: { limit?: number | undefined; offset?: number | undefined }): Page {
  const { limit, offset } = request
  refuseNegative('limit', limit)
  refuseNegative('offset', offset)
  return { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
}

function refuseNegative(name: string, value: number | undefined): void {
  if (value !== undefined && value < 0) {
    throw new ServiceError('invalid_request', `${name} must not be negative, but is ${value}`)
  }
}
