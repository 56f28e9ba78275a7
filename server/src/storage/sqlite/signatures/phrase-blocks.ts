import { hasBit, setBit } from '../bits.ts'
import type { Database } from '../driver.ts'
import { requirementsOf } from './signature.ts'
import { SEGMENTS_PER_GROUP, signatureReads } from './signature-store.ts'

/** Tells which calls of a segment may contain a phrase, by the trigrams of their blocks. */
export type PhraseFilter = (segment: PlacesOf, place: number) => boolean

interface PlacesOf {
  readonly id: number
  readonly places: number
}

/** Finds the blocks of a project that may contain a phrase, as calls of their segments are asked about. Undefined for phrases that say too little. */
export class PhraseBlocks {
  readonly #project: number
  readonly #reads: ReturnType<typeof signatureReads>
  readonly #selectBlocks: ReturnType<Database['prepare']>

  constructor(db: Database, project: number) {
    this.#project = project
    this.#reads = signatureReads(db)
    this.#selectBlocks = db.prepare(
      'select first_place from call_blocks where segment = ? order by first_place',
    )
  }

  filter(phrase: string): PhraseFilter | undefined {
    const requirements = requirementsOf(phrase)
    if (requirements.length === 0) return undefined
    const groups = new Map<number, ReadonlyMap<number, Uint8Array>>()
    const places = new Map<number, Uint8Array>()
    return (segment, place) => {
      // Most pages are full before all segments were judged.
      const group = Math.floor(segment.id / SEGMENTS_PER_GROUP)
      const found = groups.get(group) ?? this.#reads.blocks(this.#project, group, requirements)
      groups.set(group, found)
      const blocks = found.get(segment.id)
      if (!blocks) return false
      const known = places.get(segment.id) ?? this.#placesOf(segment, blocks)
      places.set(segment.id, known)
      return hasBit(known, place)
    }
  }

  /** The places of the blocks, a bit each. */
  #placesOf(segment: PlacesOf, blocks: Uint8Array): Uint8Array {
    const firsts = this.#selectBlocks
      .all<{ first_place: number }>(segment.id)
      .map(({ first_place }) => first_place)
    const places = new Uint8Array(Math.ceil(segment.places / 8))
    for (const [block, first] of firsts.entries()) {
      if (!hasBit(blocks, block)) continue
      for (let place = first; place < (firsts[block + 1] ?? segment.places); place++) setBit(places, place)
    }
    return places
  }
}
