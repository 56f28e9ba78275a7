import type { CallBatch, CallPart } from '../../port/calls.ts'
import { type PackedParts, PartPacker } from './packed-parts.ts'

/** A large write goes in several, so that other writes are committed in between. */
const PARTS_PER_WRITE = 4_000

interface PackedWrite {
  readonly parts: PackedParts
  readonly count: number
}

/** Packs parts as they are added, for as many writes as it takes. */
export class PackedBatch implements CallBatch {
  readonly #full: PackedWrite[] = []
  #packer: PartPacker | undefined
  #count = 0

  static of(parts: readonly CallPart[]): PackedBatch {
    const batch = new PackedBatch()
    batch.add(parts)
    return batch
  }

  get isEmpty(): boolean {
    return this.#full.length === 0 && this.#packer === undefined
  }

  add(parts: readonly CallPart[]): void {
    for (let at = 0; at < parts.length; at += PARTS_PER_WRITE) {
      const some = parts.length <= PARTS_PER_WRITE ? parts : parts.slice(at, at + PARTS_PER_WRITE)
      if (this.#count + some.length > PARTS_PER_WRITE) this.#close()
      this.#packer ??= new PartPacker()
      this.#packer.add(some)
      this.#count += some.length
    }
  }

  /** The next write, which is no longer kept here. */
  take(): PackedWrite | undefined {
    if (this.#full.length === 0) this.#close()
    return this.#full.shift()
  }

  #close(): void {
    if (this.#packer) this.#full.push({ parts: this.#packer.packed, count: this.#count })
    this.#packer = undefined
    this.#count = 0
  }
}
