import { COST } from '../../../domain/calls/fields.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import type { Field } from '../../../query/expression.ts'
import { arrayIndex } from '../../../query/values.ts'

/** Which fields of sealed calls have columns, and how these are named. Only what never changes after sealing has one. */

/** Columns that every segment has: of numbers, of values that repeat, and one that is 1 for calls with a parent. */
export const NUMBER_COLUMNS = ['rid', 'started_at', 'ended_at', 'size_bytes'] as const
export const VALUE_COLUMNS = [
  'op',
  'failed',
  'thread_id',
  'turn_id',
  'wb_user_id',
  'wb_run_id',
  'kind',
  'end_user',
] as const
export const HAS_PARENT = 'has_parent'

/** The sum of a call's tokens. Segments that were sealed by earlier versions do not have it. */
export const TOKENS = 'tokens'

/** The cost of a call as if it counted, which it may do again once another call that repeats it is deleted. */
export const POSSIBLE_COST = 'possible_cost'

/** 1 for spans. Segments that were sealed by earlier versions do not have it. */
export const IS_SPAN = 'is_span'

/**
 * The column of a value of the usage that a call reports. All are without a value for calls that report none; for those that report
 * several models, the model is unknown. Segments that were sealed by earlier versions have none of them.
 */
export const reportColumn = (name: keyof ModelUsage): string => `usage.${name}`

/**
 * What is stored with the columns but is none of them: the roll-ups of the segment, the one with the fewest kinds of calls first. Segments
 * of earlier versions have none.
 */
export const ROLLUPS = ['rollup', 'rollup_by_op'] as const

/** Figures of calls that `usage-columns.ts` computes where segments have no column for them. */
export const USAGE_FIGURES = [TOKENS, COST, POSSIBLE_COST] as const

export const DOCUMENTS = ['attributes', 'inputs', 'output', 'summary'] as const

/** Members of objects in objects have columns down to this many keys. */
export const KEYS_MAX = 4
const KEY_CHARACTERS_MAX = 128

/**
 * Whether members of this name have columns. Digits may be an index in an array as well, and what is not
 * well-formed does not survive being stored.
 */
export const isColumnKey = (key: string): boolean =>
  key.length <= KEY_CHARACTERS_MAX &&
  arrayIndex(key) === undefined &&
  key.isWellFormed() &&
  !key.includes('\0')

/** The name of the column for a path into a document, the document first. */
export const pathColumn = (path: readonly string[]): string => JSON.stringify(path)

/** The name of the object around the member that has this column; undefined for a whole document. */
export function enclosingColumn(name: string): string | undefined {
  if (!name.startsWith('[')) return undefined
  const path: string[] = JSON.parse(name)
  return path.length > 1 ? pathColumn(path.slice(0, -1)) : undefined
}

/** The name of the column that a field is read from; undefined where columns do not have it. */
export function columnOf(field: Field): string | undefined {
  if (field.kind === 'column') return COLUMNS.get(field.name)
  if (field.kind !== 'json' || !isDocumentName(field.column)) return undefined
  if (field.path.length > KEYS_MAX || !field.path.every(isColumnKey)) return undefined
  return pathColumn([field.column, ...field.path])
}

/** By the names of fields. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ...[...NUMBER_COLUMNS, ...VALUE_COLUMNS].map((name) => [name, name] as const),
  ['op_name', 'op'],
  [HAS_PARENT, HAS_PARENT],
  [IS_SPAN, IS_SPAN],
  ...[TOKENS, COST].map((name) => [name, name] as const),
])

const isDocumentName = (name: string): boolean => DOCUMENTS.some((document) => document === name)
