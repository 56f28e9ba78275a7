import type { Database } from '../database/driver.ts'
import { type Candidate, callsToSeal } from './calls-to-seal.ts'
import type { SealedWrites } from './sealed-writes.ts'
import { CALLS_PER_SEGMENT, type NewSegment, newSegment } from './segment.ts'

/** Payloads of one segment, which are in memory together. */
const SEGMENT_BYTES = 16 * 1024 * 1024
const CANDIDATES_PER_READ = 4 * CALLS_PER_SEGMENT

/** The tasks of the writer thread that seal. */
export type SealTasks = {
  readonly [Name in 'seal' | 'reclaim']: (
    ...args: Parameters<SealedWrites[Name]>
  ) => Promise<ReturnType<SealedWrites[Name]>>
}

/** Packs calls that have ended into segments. Reads by itself, and has the writer thread write. */
export class Sealer {
  readonly #reads: ReturnType<typeof callsToSeal>
  readonly #writer: SealTasks

  readonly #isStopped: () => boolean
  /** Segments that could not be rewritten, because they are damaged: they are tried again when the thread starts again. */
  readonly #damaged = new Set<number>()

  constructor(db: Database, writer: SealTasks, isStopped = () => false) {
    this.#reads = callsToSeal(db)
    this.#writer = writer
    this.#isStopped = isStopped
  }

  /** Changes when something was written that may have to be sealed. */
  get newestChange(): number {
    return this.#reads.newestChange()
  }

  get newestRid(): number {
    return this.#reads.newestRid()
  }

  /**
   * Seals the calls that arrived up to `upTo`, where a project has at least `callsMin` of them. Returns how many. While the writer
   * writes a segment, which waits behind what requests write, the next one is packed.
   */
  async seal(upTo: number, callsMin: number): Promise<number> {
    const gathered = new Gathered()
    let sealed = 0
    let written: Promise<number> = Promise.resolve(0)
    const sealNext = async (project: number, rids: readonly number[]) => {
      const packed = this.#pack(project, rids)
      sealed += await written
      written = this.#write(packed)
    }
    try {
      let after = 0
      while (!this.#isStopped()) {
        const found = this.#reads.candidates(after, upTo, CANDIDATES_PER_READ)
        for (const candidate of found) {
          const full = this.#isStopped() ? undefined : gathered.add(candidate)
          if (full) await sealNext(candidate.project, full)
        }
        const last = found.at(-1)
        if (!last || found.length < CANDIDATES_PER_READ) break
        after = last.rid
      }
      for (const [project, rids] of gathered.projects()) {
        if (rids.length >= callsMin && !this.#isStopped()) await sealNext(project, rids)
      }
    } finally {
      sealed += await written
    }
    return sealed
  }

  /** Rewrites the segment that has lost the largest part of its calls. Returns whether there was one. */
  async compact(): Promise<boolean> {
    const worn = this.#reads.mostWorn(this.#damaged)
    if (!worn) return false
    try {
      return (await this.#write(this.#pack(worn.project, this.#reads.callsIn(worn.id)))) > 0
    } catch (error) {
      this.#damaged.add(worn.id)
      throw error
    }
  }

  /** Returns up to `pages` free pages to the file system, unless there are fewer than `pagesMin`. Returns whether it did. */
  async reclaim(pages: number, pagesMin: number): Promise<boolean> {
    if (this.#reads.freePages() < pagesMin) return false
    await this.#writer.reclaim(pages)
    return true
  }

  /** Undefined if there is nothing left of the calls. */
  #pack(project: number, rids: readonly number[]): NewSegment | undefined {
    const { calls, seen } = this.#reads.read(rids)
    return calls.length === 0 ? undefined : newSegment(project, calls, seen)
  }

  /** Returns how many calls were sealed: none if one of them was written to since it was read. */
  async #write(segment: NewSegment | undefined): Promise<number> {
    return segment && (await this.#writer.seal(segment)) ? segment.rids.length : 0
  }
}

/** Candidates by project, until they are enough for a segment. */
class Gathered {
  readonly #projects = new Map<number, { rids: number[]; bytes: number }>()

  /** Returns the calls of a segment once it is full. */
  add({ project, rid, bytes }: Candidate): readonly number[] | undefined {
    const gathered = this.#projects.get(project) ?? { rids: [], bytes: 0 }
    gathered.rids.push(rid)
    gathered.bytes += bytes
    const isFull = gathered.rids.length === CALLS_PER_SEGMENT || gathered.bytes >= SEGMENT_BYTES
    if (isFull) this.#projects.delete(project)
    else this.#projects.set(project, gathered)
    return isFull ? gathered.rids : undefined
  }

  *projects(): Generator<[project: number, rids: readonly number[]]> {
    for (const [project, { rids }] of this.#projects) yield [project, rids]
  }
}
