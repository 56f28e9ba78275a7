/** Fields of the filter bar that calls are usually grouped by. Paths such as `attributes.env` work besides these. */
export const GROUP_FIELDS: readonly { readonly field: string; readonly label: string }[] = [
  { field: 'op', label: 'Op' },
  { field: 'model', label: 'Model' },
  { field: 'enduser', label: 'User' },
  { field: 'thread', label: 'Session' },
  { field: 'user', label: 'Account' },
  { field: 'status', label: 'Status' },
  { field: 'kind', label: 'Kind' },
]
