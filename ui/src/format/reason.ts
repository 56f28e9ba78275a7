import { ApiError } from '@heddle/contract/client'

/** Why something went wrong, for people. What is not in the words of the service keeps its status. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && typeof error.body !== 'string') return error.reason
  return error instanceof Error ? error.message : String(error)
}
