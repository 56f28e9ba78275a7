import { hasBit, setBit } from '../bits.ts'
import type { Database } from '../database/driver.ts'
import { wantedCheck } from '../database/functions.ts'
import { groupOf } from '../segment-groups.ts'
import { bytesTest, requirementsOf } from './signature.ts'
import { signatureReads } from './signature-store.ts'

/** A phrase that a text of a call must contain. */
export interface Phrase {
  readonly phrase: string
  readonly isAnyCase: boolean
  /** Where it is searched, if that is a text as it is stored. */
  readonly text: StoredText | undefined
}

type StoredText = 'inputs' | 'output'

/** UTF-8 of a text of a call, by its block and its position there. */
export type BlockTexts = (block: number, at: number, text: StoredText) => Buffer | null

/** Tells which calls of a segment may contain a phrase. */
export type PhraseFilter = (segment: PlacesOf, place: number) => boolean

interface PlacesOf {
  readonly id: number
  readonly places: number
}

interface Block {
  readonly id: number
  readonly first_place: number
}

/** Finds the calls of a project that may contain a phrase. Throws where the answer is no longer wanted. */
export class PhraseBlocks {
  readonly #project: number
  readonly #reads: ReturnType<typeof signatureReads>
  readonly #textOf: BlockTexts
  readonly #selectBlocks: ReturnType<Database['prepare']>
  readonly #checkWanted: () => void

  constructor(db: Database, project: number, textOf: BlockTexts) {
    this.#project = project
    this.#reads = signatureReads(db)
    this.#textOf = textOf
    this.#selectBlocks = db.prepare(
      'select id, first_place from call_blocks where segment = ? order by first_place',
    )
    this.#checkWanted = wantedCheck(db)
  }

  /** By the trigrams of blocks. Undefined for phrases that say too little. */
  filter(phrase: string): PhraseFilter | undefined {
    const requirements = requirementsOf(phrase)
    if (requirements.length === 0) return undefined
    const groups = new Map<number, ReadonlyMap<number, Uint8Array>>()
    const places = new Map<number, Uint8Array>()
    const read = (group: number) => {
      this.#checkWanted()
      return this.#reads.blocks(this.#project, group, requirements)
    }
    return (segment, place) => {
      // Most pages are full before all segments were judged.
      const group = groupOf(segment.id)
      const found = groups.get(group) ?? read(group)
      groups.set(group, found)
      const blocks = found.get(segment.id)
      if (!blocks) return false
      const known = places.get(segment.id) ?? this.#placesOf(segment, blocks)
      places.set(segment.id, known)
      return hasBit(known, place)
    }
  }

  /** By the text itself, whose block is opened: for the calls that nothing else rules out. Undefined likewise. */
  textFilter({ phrase, isAnyCase, text }: Phrase): PhraseFilter | undefined {
    const mayContain = text && bytesTest(phrase, isAnyCase)
    if (!mayContain) return undefined
    let last: { readonly segment: number; readonly blocks: readonly Block[] } | undefined
    let opened: Block | undefined
    return (segment, place) => {
      if (last?.segment !== segment.id)
        last = { segment: segment.id, blocks: this.#selectBlocks.all<Block>(segment.id) }
      const block = last.blocks.findLast(({ first_place }) => first_place <= place)
      if (!block) return true
      if (block !== opened) this.#checkWanted()
      opened = block
      const stored = this.#textOf(block.id, place - block.first_place, text)
      return stored !== null && mayContain(stored)
    }
  }

  /** The places of the blocks, a bit each. */
  #placesOf(segment: PlacesOf, blocks: Uint8Array): Uint8Array {
    const firsts = this.#selectBlocks.all<Block>(segment.id).map(({ first_place }) => first_place)
    const places = new Uint8Array(Math.ceil(segment.places / 8))
    for (const [block, first] of firsts.entries()) {
      if (!hasBit(blocks, block)) continue
      for (let place = first; place < (firsts[block + 1] ?? segment.places); place++) setBit(places, place)
    }
    return places
  }
}
