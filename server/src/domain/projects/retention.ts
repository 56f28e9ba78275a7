import { ServiceError } from '../../errors.ts'
import { column, compare, instant } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import { MICROS_PER_DAY, type Micros } from '../../time.ts'

const RETENTION_DAYS_MAX = 36_500

/** How long a project keeps its calls and agent spans. */
export interface Retention {
  /** Null keeps them for ever. */
  readonly days: number | null
  /**
   * When the retention was set, or expired rows were last removed: the clock was right at that time. Null if that is not
   * known.
   */
  readonly checked_at: Micros | null
  readonly held: HeldRemoval | null
}

/** A removal that needs confirmation, with the number of rows it would remove. */
export interface HeldRemoval {
  readonly held_at: Micros
  readonly calls: number
  readonly agent_spans: number
}

/** Throws for less than a day or more than a hundred years. */
export function checkRetentionDays(days: number): void {
  if (days >= 1 && days <= RETENTION_DAYS_MAX) return
  throw new ServiceError(
    'invalid_request',
    `retention_days must be from 1 to ${RETENTION_DAYS_MAX}, and is ${days}`,
  )
}

/** When a call expires if its project keeps calls for so many days. At most the largest safe integer. */
export const expiryOf = (startedAt: Micros, days: number | null): Micros | null =>
  days === null ? null : Math.min(startedAt + days * MICROS_PER_DAY, Number.MAX_SAFE_INTEGER)

/** Calls and agent spans that started before this instant have expired. */
export const expiredBefore = (days: number, now: Micros): Micros => now - days * MICROS_PER_DAY

/** True of calls and agent spans that started before an instant. */
export const isExpired = (before: Micros): Expression =>
  compare('lt', column('started_at', 'instant'), instant(before))

/**
 * Whether the clock has advanced by more than a day since it was known to be right. Removals run every hour, so either the
 * server was down for that long, or the clock is wrong.
 */
export const isClockInDoubt = (checkedAt: Micros | null, now: Micros): boolean =>
  checkedAt === null || now - checkedAt > MICROS_PER_DAY

const UNCONFIRMED_ROWS_MAX = 100
const UNCONFIRMED_SHARE_MAX = 0.25

/** Whether a removal is too large to rely on a clock in doubt. */
export const isMassRemoval = (expired: number, total: number): boolean =>
  expired > UNCONFIRMED_ROWS_MAX && expired > total * UNCONFIRMED_SHARE_MAX
