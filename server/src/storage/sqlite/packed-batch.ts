import type { CallBatch, CallPart } from '../port/calls.ts'
import { type PackedParts, PartPacker } from './packed-parts.ts'

/** A large write goes in several, so that other writes are committed in between. */
const PARTS_PER_WRITE = 4_000

/** Packs parts as they are added, into as many writes as it takes. */
export class PackedBatch implements CallBatch {
  readonly #send: (parts: PackedParts, count: number) => Promise<void>
  readonly #full: { readonly parts: PackedParts; readonly count: number }[] = []
  #packer = new PartPacker()
  #count = 0

  constructor(send: (parts: PackedParts, count: number) => Promise<void>) {
    this.#send = send
  }

  add(parts: readonly CallPart[]): void {
    for (let at = 0; at < parts.length; at += PARTS_PER_WRITE) {
      const some = parts.length <= PARTS_PER_WRITE ? parts : parts.slice(at, at + PARTS_PER_WRITE)
      if (this.#count + some.length > PARTS_PER_WRITE) this.#close()
      this.#packer.add(some)
      this.#count += some.length
    }
  }

  async write(): Promise<void> {
    this.#close()
    for (let next = this.#full.shift(); next; next = this.#full.shift())
      await this.#send(next.parts, next.count)
  }

  #close(): void {
    if (this.#count > 0) this.#full.push({ parts: this.#packer.packed, count: this.#count })
    this.#packer = new PartPacker()
    this.#count = 0
  }
}
