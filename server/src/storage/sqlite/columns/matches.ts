import type { Conjunct } from './conjuncts.ts'
import { isRemoved, type Segment } from './segments.ts'
import { VERDICT } from './token-judge.ts'

/** Calls of a segment that match, or may match. */
export class Matches {
  readonly yes: number
  readonly unknown: number
  /** Which conditions are still to be asked of the calls with an unknown verdict, by index. */
  readonly open: readonly number[]
  readonly #judge: () => Uint8Array
  #verdicts: Uint8Array | undefined

  constructor(judge: () => Uint8Array, yes: number, unknown = 0, open: readonly number[] = []) {
    this.#judge = judge
    this.yes = yes
    this.unknown = unknown
    this.open = open
  }

  /** By place. A count needs none of them, so they are made when they are first asked for. */
  get verdicts(): Uint8Array {
    this.#verdicts ??= this.#judge()
    return this.#verdicts
  }
}

/** Judges each call by these conditions. */
export function judged(segment: Segment, conjuncts: readonly Conjunct[]): Matches {
  const verdicts = new Uint8Array(segment.places).fill(VERDICT.yes)
  for (let place = 0; segment.removed > 0 && place < verdicts.length; place++) {
    if (isRemoved(segment, place)) verdicts[place] = VERDICT.no
  }
  const open: number[] = []
  let tally = { yes: segment.places - segment.removed, unknown: 0 }
  for (const { index, judge } of conjuncts) {
    if (tally.yes + tally.unknown === 0) break
    if (!judge) continue
    const { isOpen, ...narrowed } = narrow(verdicts, judge(segment))
    if (isOpen) open.push(index)
    tally = narrowed
  }
  const unjudged = conjuncts.filter(({ judge }) => !judge).map(({ index }) => index)
  for (let place = 0; unjudged.length > 0 && place < verdicts.length; place++) {
    if (verdicts[place] === VERDICT.yes) verdicts[place] = VERDICT.unknown
  }
  const yes = unjudged.length > 0 ? 0 : tally.yes
  const unknown = tally.yes + tally.unknown - yes - ruleOut(segment, verdicts, conjuncts)
  return new Matches(() => verdicts, yes, unknown, [...open, ...unjudged])
}

/** Takes away the calls whose texts show that they do not match, and returns their number. */
function ruleOut(segment: Segment, verdicts: Uint8Array, conjuncts: readonly Conjunct[]): number {
  const filters = conjuncts.flatMap(({ mayMeet }) => mayMeet ?? [])
  let ruledOut = 0
  for (let place = 0; filters.length > 0 && place < verdicts.length; place++) {
    if (verdicts[place] !== VERDICT.unknown || filters.every((mayMeet) => mayMeet(segment, place))) continue
    verdicts[place] = VERDICT.no
    ruledOut++
  }
  return ruledOut
}

/** The verdict on two conditions, by four times that on the first plus that on the second. */
const BOTH = Uint8Array.from({ length: 16 }, (_, pair) => {
  const verdicts = [pair >> 2, pair & 3]
  if (verdicts.some((verdict) => verdict === VERDICT.no || verdict === VERDICT.null)) return VERDICT.no
  return verdicts.includes(VERDICT.unknown) ? VERDICT.unknown : VERDICT.yes
})

/** Takes away what is not found, and says whether some calls that are left cannot be judged. */
function narrow(verdicts: Uint8Array, found: Uint8Array): { yes: number; unknown: number; isOpen: boolean } {
  let yes = 0
  let unknown = 0
  let isOpen = false
  for (let place = 0; place < verdicts.length; place++) {
    const other = found[place] ?? VERDICT.no
    const verdict = BOTH[((verdicts[place] ?? VERDICT.no) << 2) | other] ?? VERDICT.no
    verdicts[place] = verdict
    if (verdict === VERDICT.yes) yes++
    else if (verdict === VERDICT.unknown) {
      unknown++
      isOpen ||= other === VERDICT.unknown
    }
  }
  return { yes, unknown, isOpen }
}
