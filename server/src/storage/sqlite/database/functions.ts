import { traceName } from '../../../domain/calls/status.ts'
import { isTooLarge } from '../../../errors.ts'
import { parseTree } from '../../../json/tree.ts'
import { documentText, parseBool, parseDouble, parseInteger, printNumber } from '../../../query/values.ts'
import { formatDateTime } from '../../../time.ts'
import type { Database, SqlValue } from './driver.ts'

/**
 * Defines the SQL functions of searches. Those on texts return null for null. Each aborts the statement
 * if its read was cancelled.
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
  // The row id argument makes SQLite call it for every row.
  db.define('heddle_is_wanted', (_rid) => {
    check()
    return 1
  })
}

/** Throws where the answer to a read is no longer wanted, for work between statements. */
export function wantedCheck(db: Database): () => void {
  const check = db.prepare('select heddle_is_wanted(0)')
  return () => void check.get()
}

/**
 * A condition that is true, or aborts the statement if its read was cancelled. It checks about one row in
 * 64: calling the function takes longer than reading a row. Row ids may come in steps, hence the multiplication.
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

/** A value with too many parts is compared as written: it must not fail the whole search. */
function jsonText(json: string): string {
  try {
    return documentText(parseTree(json))
  } catch (error) {
    if (isTooLarge(error)) return json
    throw error
  }
}

const isInteger = (digits: string): boolean => /^-?\d+$/.test(digits)
