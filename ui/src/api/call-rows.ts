/** Slightly more than one screen, to load fast; later pages are prefetched. */
export const FIRST_PAGE_ROWS = 40

/** Optional fields to include with each call. */
export const EXTRAS = { include_costs: true, include_feedback: true, include_usernames: true } as const

/** Fields requested for each row, also by the live stream. */
export const rowFields = ({ wholePayloads }: { readonly wholePayloads: boolean }) =>
  wholePayloads ? EXTRAS : { ...EXTRAS, columns: ROW_COLUMNS }

/** All but the payloads: a row shows the previews in the summary, and reading nothing else is what makes a page fast. */
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
  'summary',
  'exception',
  'wb_user_id',
  'wb_run_id',
  'expire_at',
]
