/** Rows that Page Up and Page Down move by. */
export const PAGE_ROWS = 10
