import { ClickHouseError } from '@clickhouse/client'
import { ServiceError } from '../../../errors.ts'
import type { Target } from '../target.ts'
import { detailOf, isConnectionError } from './storage-error.ts'

const SETTING = '--storage or HEDDLE_STORAGE'

/** UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, AUTHENTICATION_FAILED */
const UNAUTHENTICATED = ['192', '193', '194', '516']
const ACCESS_DENIED = '497'

/** Ends the start of the server with this message. */
export const unfit = (message: string): ServiceError => new ServiceError('unavailable', message)

/**
 * Why a database cannot be opened, for the operator: which address was tried, what failed and what to do. Messages for clients would
 * ask them to send their request again.
 */
export function openError(error: unknown, target: Target): unknown {
  const cause = error instanceof ServiceError ? (error.cause ?? error) : error
  if (!(cause instanceof Error) || cause instanceof ServiceError) return error
  const explained = unfit(explain(cause, target))
  explained.cause = cause
  return explained
}

function explain(cause: Error, { url, username, database }: Target): string {
  const server = `ClickHouse at ${url}`
  if (isConnectionError(cause))
    return `${server} cannot be reached (${detailOf(cause)}): check that it is running, and its address in ${SETTING}`
  if (isOneOf(cause, UNAUTHENTICATED))
    return `${server} does not accept the user ${username} with this password: check both in ${SETTING}`
  return `${server} cannot open the database ${database}: ${detailOf(cause)}`
}

export const isAccessDenied = ({ cause }: Error): boolean =>
  cause instanceof Error && isOneOf(cause, [ACCESS_DENIED])

const isOneOf = (error: Error, codes: readonly string[]): boolean =>
  error instanceof ClickHouseError && codes.includes(error.code)
