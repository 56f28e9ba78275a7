/** The statuses of a call: `summary.weave.status`. */
export const CALL_STATUSES = ['success', 'error', 'running', 'descendant_error'] as const

export type CallStatus = (typeof CALL_STATUSES)[number]
