import { traceName } from '../../domain/calls/status.ts'
import { ServiceError } from '../../errors.ts'
import { parseTree } from '../../json/tree.ts'
import { documentText, parseBool, parseDouble, parseInteger, printNumber } from '../../query/values.ts'
import { formatDateTime } from '../../time.ts'
import type { Database, SqlValue } from './driver.ts'

/**
 * Defines the functions that searches call. Those on texts return null for null. Each ends the statement
 * where its answer is no longer wanted.
 */
export function defineFunctions(db: Database, isWanted = () => true): void {
  const check = () => {
    if (!isWanted()) throw new Error('no longer wanted')
  }
  for (const [name, onText] of Object.entries(TEXT_FUNCTIONS)) {
    db.define(name, (value) => {
      check()
      return value === null ? null : onText(String(value))
    })
  }
  // The row that it is given makes SQLite ask again.
  db.define('heddle_is_wanted', (_rid) => {
    check()
    return 1
  })
}

/**
 * A condition that is true, or ends the statement where its answer is no longer wanted. It asks for about one row in
 * 64: to call the function takes longer than to look at a row. Row ids may come in steps, hence the multiplication.
 */
export const isWantedSql = (rowId: string): string =>
  `(${rowId} * 2654435761 & 4128768 <> 0 or heddle_is_wanted(${rowId}))`

/** All take text: a 64-bit integer may be too large to reach JavaScript as a number. */
const TEXT_FUNCTIONS: Record<string, (text: string) => SqlValue> = {
  heddle_int: parseInteger,
  heddle_double: parseDouble,
  heddle_bool: parseBool,
  heddle_lower: (text) => text.toLowerCase(),
  heddle_json_text: jsonText,
  heddle_number_text: (digits) => (isInteger(digits) ? digits : printNumber(Number(digits))),
  heddle_instant_text: (micros) => formatDateTime(Number(micros)),
  heddle_trace_name: traceName,
}

/** A value of too many parts is compared as it is written: it must not fail the search for others. */
function jsonText(json: string): string {
  try {
    return documentText(parseTree(json))
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'too_large') return json
    throw error
  }
}

const isInteger = (digits: string): boolean => /^-?\d+$/.test(digits)
