export const USAGE_STANDINGS = ['counted', 'in_parent', 'repeated_below', 'same_response'] as const

/** Whether the usage that a call reports counts in totals, or why it does not. */
export type UsageStanding = (typeof USAGE_STANDINGS)[number]

/** Repeated usage has no cost of its own. Null is for calls without usage. */
export const isRepetition = (standing: UsageStanding | null): boolean =>
  standing === 'repeated_below' || standing === 'same_response'
