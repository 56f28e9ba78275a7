import { ApiError } from '@heddle/contract/client'

/** Human-readable message of an error. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.reason
  return error instanceof Error ? error.message : String(error)
}
