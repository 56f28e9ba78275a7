import type { TraceTree } from '../../trace/tree.ts'
import type { AlignedCall } from './align.ts'

export type DiffState = 'same' | 'changed' | 'added' | 'removed'

/** What went in and came out of calls, by id. */
type PayloadTexts = ReadonlyMap<string, string>

export interface ComparedTraces {
  readonly left: TraceTree
  readonly right: TraceTree
  /** Without, calls are judged by what the skeletons tell. */
  readonly payloads?: PayloadTexts | undefined
}

/** How a call of the right trace stands to its counterpart on the left. */
export function diffState(pair: AlignedCall, { left, right, payloads }: ComparedTraces): DiffState {
  if (pair.left === undefined) return 'added'
  if (pair.right === undefined) return 'removed'
  const before = traits(left, pair.left, payloads)
  const after = traits(right, pair.right, payloads)
  return before.every((trait, at) => trait === after[at]) ? 'same' : 'changed'
}

/** Durations are left out: no two runs take equally long. */
function traits(
  { skeleton }: TraceTree,
  index: number,
  payloads: PayloadTexts | undefined,
): readonly unknown[] {
  const { id, status, model, tokens, display_name } = skeleton.calls
  return [
    status[index],
    skeleton.models[model[index] ?? -1],
    tokens[index],
    display_name[index],
    payloads?.get(id[index] ?? ''),
  ]
}

export type StateCounts = Readonly<Record<DiffState, number>>

export function countStates(states: readonly DiffState[]): StateCounts {
  const counts = { same: 0, changed: 0, added: 0, removed: 0 }
  for (const state of states) counts[state]++
  return counts
}

/** How long a call took; null while it runs. */
export function callDurationMs({ skeleton }: TraceTree, index: number): number | null {
  const durationUs = skeleton.calls.duration_us[index] ?? null
  return durationUs === null ? null : durationUs / 1000
}

/** How long a whole trace took; undefined while any call of it runs. */
export const traceDurationMs = ({ skeleton, durationUs }: TraceTree): number | undefined =>
  skeleton.calls.duration_us.includes(null) ? undefined : durationUs / 1000
