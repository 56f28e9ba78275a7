import type { QueryCase } from './case.ts'
import { CAST_CASES } from './casts.ts'
import { FIELD_CASES } from './fields.ts'
import { LOGIC_CASES } from './logic.ts'
import { RECORD_CASES } from './records.ts'
import { ATTACHED_CASES } from './refs-and-feedback.ts'
import { SORT_CASES } from './sorts.ts'
import { SPAN_AND_TABLE_CASES } from './spans-and-tables.ts'

export const QUERY_CASES: readonly QueryCase[] = [
  ...LOGIC_CASES,
  ...CAST_CASES,
  ...FIELD_CASES,
  ...ATTACHED_CASES,
  ...RECORD_CASES,
  ...SPAN_AND_TABLE_CASES,
  ...SORT_CASES,
]
