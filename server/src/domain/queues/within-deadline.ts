import { Script } from 'node:vm'

const DEADLINE_MS = 100
const ATTEMPTS = 3

const script = new Script('check()')

/**
 * Runs a check, or throws if it takes too long: only a script with a deadline can be stopped. Tries again, since the clock also
 * runs while a busy machine runs something else.
 */
export function withinDeadline(check: () => boolean): boolean {
  for (let attempt = 1; ; attempt++) {
    try {
      return script.runInNewContext({ check }, { timeout: DEADLINE_MS }) === true
    } catch (error) {
      if (!isTimeout(error) || attempt === ATTEMPTS) throw error
    }
  }
}

/** The error comes from the context of the script, so it is no instance of `Error`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
