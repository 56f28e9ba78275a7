/** Slightly more than one screen, to load fast; later pages are prefetched. */
export const FIRST_PAGE_ROWS = 40

/** Characters of JSON; more than fits in a table row. */
export const ROW_PAYLOAD_MAX = 400

/** Optional fields to include with each call. */
export const EXTRAS = { include_costs: true, include_feedback: true, include_usernames: true } as const

/** Fields requested for each row, also by the live stream. */
export const rowFields = ({ wholePayloads }: { readonly wholePayloads: boolean }) =>
  wholePayloads ? EXTRAS : { ...EXTRAS, payload_max: ROW_PAYLOAD_MAX, columns: ROW_COLUMNS }

/** All but the attributes, which can be larger than everything else. */
const ROW_COLUMNS = [
  'id',
  'op_name',
  'display_name',
  'trace_id',
  'parent_id',
  'thread_id',
  'turn_id',
  'started_at',
  'ended_at',
  'inputs',
  'output',
  'summary',
  'exception',
  'wb_user_id',
  'wb_run_id',
  'expire_at',
]
