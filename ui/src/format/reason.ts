import { ApiError } from '@heddle/contract/client'

/** Why something went wrong, for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.reason
  return error instanceof Error ? error.message : String(error)
}
