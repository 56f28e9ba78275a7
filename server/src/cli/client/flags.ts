import { parseTime } from '@heddle/contract/filter/values'
import { agoText } from '../../reports/filter.ts'
import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'

/** The time that a flag gives, as `1d` ago or an instant. */
export function instantOf(invocation: Invocation, flag: 'since' | 'until'): string | undefined {
  const text = invocation.text(flag)
  if (text === undefined) return undefined
  const time = parseTime(agoText(text), new Date())
  if (time) return time.from.toISOString()
  throw new CommandLineError(
    `--${flag} must be a duration such as 1d or a time such as 2026-01-31, not ${text}`,
  )
}

/** The row at which a page starts, as the previous page printed it. */
export function offsetOf(invocation: Invocation): number {
  const offset = Number(invocation.text('cursor') ?? 0)
  if (Number.isSafeInteger(offset) && offset >= 0) return offset
  throw new CommandLineError('--cursor must be one that a previous page printed')
}
