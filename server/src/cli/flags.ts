import { nowMicros } from '../clock.ts'
import { parseDateTime } from '../time.ts'
import { CommandLineError } from '../usage-error.ts'

export const DRY_RUN = { type: 'boolean', help: 'Only say what would be removed' } as const

/** The instant that a flag names. */
export function readInstant(flag: string, text: string): number {
  const instant = text === 'now' ? nowMicros() : parseDateTime(text)
  if (instant !== undefined && Number.isSafeInteger(instant)) return instant
  throw new CommandLineError(`${flag} must be a date, a time or now, not ${JSON.stringify(text)}`)
}
