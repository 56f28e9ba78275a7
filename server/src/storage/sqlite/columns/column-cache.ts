import type { Database } from '../database/driver.ts'
import { type CodeCounts, countCodes, sumOfCounts, Vocabulary } from './code-counts.ts'
import { decodeColumn, isCoded } from './column.ts'
import { MergedRollups } from './merged-rollups.ts'
import { type Rollup, StoredRollup } from './rollup.ts'

/** Columns that a connection keeps, in two generations. */
const COLUMN_BYTES = 24 * 1024 * 1024
/** Tokens that it keeps. */
const TOKEN_BYTES = 2 * 1024 * 1024
/** What an entry takes beside its bytes, about. */
const ENTRY_BYTES = 128

interface Entry {
  /** Undefined for what a segment does not have. */
  readonly data: Uint8Array | undefined
  /** Undefined until asked for; null where tokens are not counted. */
  counts?: CodeCounts | null
  /** Undefined until asked for. */
  rollup?: Rollup
}

type Entries = Map<number, Map<number, Entry>>

/** The columns that were read last. They never change, and neither segments nor columns get the number of another. */
export class ColumnCache {
  readonly #select: ReturnType<Database['prepare']>
  /** By column and segment. An entry of the former generation joins the latest when it is read, and goes with it otherwise. */
  #latest: Entries = new Map()
  #former: Entries = new Map()
  /** Size of the latest generation. */
  #bytes = 0
  readonly #vocabularies = new Map<number, Vocabulary>()
  #tokenBytes = 0
  readonly mergedRollups = new MergedRollups()

  constructor(db: Database) {
    this.#select = db.prepare(
      'select data from call_columns where project = ? and column_id = ? and segment = ?',
    )
  }

  /** Undefined for what a segment does not have. */
  read(project: number, column: number, segment: number): Uint8Array | undefined {
    return this.#entry(project, column, segment).data
  }

  /** Undefined for what a segment does not have. */
  rollup(project: number, column: number, segment: number): Rollup | undefined {
    const entry = this.#entry(project, column, segment)
    if (entry.rollup || !entry.data) return entry.rollup
    const size = sizeOf(entry)
    entry.rollup = new StoredRollup(entry.data)
    this.#bytes += sizeOf(entry) - size
    return entry.rollup
  }

  /** Undefined too where the column has numbers, or too many tokens. */
  counts(project: number, column: number, segment: number): CodeCounts | undefined {
    const entry = this.#entry(project, column, segment)
    const vocabulary = this.#vocabularyOf(column)
    if (isCountedBy(entry, vocabulary)) return entry.counts ?? undefined
    const tokenBytes = vocabulary.bytes
    this.#setCounts(entry, entry.data && countsIn(entry.data, vocabulary))
    this.#tokenBytes += vocabulary.bytes - tokenBytes
    if (this.#tokenBytes > TOKEN_BYTES) this.#forgetTokens()
    return entry.counts ?? undefined
  }

  /** The counts of the segments of a group added up; undefined where one of them has none. */
  countsOfGroup(
    column: number,
    group: number,
    countEach: () => readonly (CodeCounts | undefined)[],
  ): CodeCounts | undefined {
    const known = this.#kept(column, group, NO_DATA)
    const vocabulary = this.#vocabularyOf(column)
    if (isCountedBy(known, vocabulary)) return known.counts ?? undefined
    const each = countEach()
    // The tokens were forgotten in between.
    if (this.#vocabularyOf(column) !== vocabulary) return undefined
    const isComplete = each.every((counts) => counts !== undefined)
    const counts = isComplete ? sumOfCounts(each, vocabulary) : undefined
    // What was read for it may have replaced the entry.
    this.#setCounts(this.#kept(column, group, NO_DATA), counts)
    return counts
  }

  #vocabularyOf(column: number): Vocabulary {
    const vocabulary = this.#vocabularies.get(column) ?? new Vocabulary()
    this.#vocabularies.set(column, vocabulary)
    return vocabulary
  }

  #setCounts(entry: Entry, counts: CodeCounts | undefined): void {
    const size = sizeOf(entry)
    entry.counts = counts ?? null
    this.#bytes += sizeOf(entry) - size
  }

  #entry(project: number, column: number, segment: number): Entry {
    return this.#kept(
      column,
      segment,
      () => this.#select.get<{ data: Uint8Array }>(project, column, segment)?.data,
    )
  }

  /** `id` is that of a segment, or the negative one of a group. */
  #kept(column: number, id: number, read: () => Uint8Array | undefined): Entry {
    const known = this.#latest.get(column)?.get(id)
    if (known) return known
    const entry = this.#former.get(column)?.get(id) ?? { data: read() }
    if (this.#bytes > COLUMN_BYTES / 2) {
      this.#former = this.#latest
      this.#latest = new Map()
      this.#bytes = 0
    }
    const entries = this.#latest.get(column) ?? new Map<number, Entry>()
    this.#latest.set(column, entries.set(id, entry))
    this.#bytes += sizeOf(entry)
    return entry
  }

  /** Tokens get new numbers then, and are counted again. */
  #forgetTokens(): void {
    this.#vocabularies.clear()
    this.#tokenBytes = 0
  }
}

const NO_DATA = () => undefined

const isCountedBy = ({ counts }: Entry, vocabulary: Vocabulary): boolean =>
  counts === null || counts?.vocabulary === vocabulary

function countsIn(data: Uint8Array, vocabulary: Vocabulary): CodeCounts | undefined {
  const column = isCoded(data) ? decodeColumn(data) : undefined
  return column?.kind === 'codes' ? countCodes(column, vocabulary) : undefined
}

function sizeOf({ data, counts, rollup }: Entry): number {
  const counted = counts ? ENTRY_BYTES + counts.numbers.byteLength + counts.counts.byteLength : 0
  // What is decoded of a roll-up takes about as much again.
  return ENTRY_BYTES + (data?.length ?? 0) * (rollup ? 2 : 1) + counted
}
