import { type MergedRollup, mergeRollups } from './merged-rollup.ts'
import type { Rollup } from './rollup.ts'

/** What a connection keeps, in two generations. */
const KEPT_BYTES = 48 * 1024 * 1024
/** What an entry takes beside the roll-up, about: most of it for the numbers of its segments. */
const ENTRY_BYTES = 512

/** Null where roll-ups cannot be merged. */
type Entries = Map<string, MergedRollup | null>

/** The roll-ups of several segments together that were read last. Those of segments never change, so these do not either. */
export class MergedRollups {
  #latest: Entries = new Map()
  #former: Entries = new Map()
  /** Size of the latest generation. */
  #bytes = 0

  /** Undefined where a segment has no such roll-up, or where they cannot be merged. */
  of(
    name: string,
    segments: readonly number[],
    rollupOf: (segment: number) => Rollup | undefined,
  ): Rollup | undefined {
    const key = `${name} ${segments.join(' ')}`
    const known = this.#latest.get(key)
    if (known !== undefined) return known ?? undefined
    const former = this.#former.get(key)
    const merged = former === undefined ? merge(segments.map(rollupOf)) : former
    this.#keep(key, merged)
    return merged ?? undefined
  }

  #keep(key: string, merged: MergedRollup | null): void {
    if (this.#bytes > KEPT_BYTES / 2) {
      this.#former = this.#latest
      this.#latest = new Map()
      this.#bytes = 0
    }
    this.#latest.set(key, merged)
    this.#bytes += ENTRY_BYTES + (merged?.byteLength ?? 0)
  }
}

function merge(rollups: readonly (Rollup | undefined)[]): MergedRollup | null {
  return rollups.every((rollup) => rollup !== undefined) ? (mergeRollups(rollups) ?? null) : null
}
