import type { TraceTree } from '../../trace/structure/tree.ts'

/** How long a call took; null while it runs. */
export function callDurationMs({ skeleton }: TraceTree, index: number): number | null {
  const durationUs = skeleton.calls.duration_us[index] ?? null
  return durationUs === null ? null : durationUs / 1000
}

/** How long a whole trace took; undefined while any call of it runs. */
export const traceDurationMs = ({ skeleton, durationUs }: TraceTree): number | undefined =>
  skeleton.calls.duration_us.includes(null) ? undefined : durationUs / 1000
