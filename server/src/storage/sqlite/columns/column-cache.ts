import type { Database } from '../driver.ts'
import { decodeColumn, isCoded } from './column.ts'
import { countTokens, type TokenCounts, Vocabulary } from './token-counts.ts'

/** Columns that a connection keeps, in two generations. */
const COLUMN_BYTES = 14 * 1024 * 1024
/** Tokens that it keeps. */
const TOKEN_BYTES = 2 * 1024 * 1024
/** What an entry takes beside its bytes, about. */
const ENTRY_BYTES = 128

interface Entry {
  /** Undefined for what a segment does not have. */
  readonly data: Uint8Array | undefined
  /** Undefined until asked for; null where tokens are not counted. */
  counts?: TokenCounts | null
}

type Entries = Map<number, Map<number, Entry>>

/** The columns that were read last. They never change, and neither segments nor columns get the number of another. */
export class ColumnCache {
  readonly #select: ReturnType<Database['prepare']>
  /** By column and segment. An entry of the former generation joins the latest when it is read, and goes with it otherwise. */
  #latest: Entries = new Map()
  #former: Entries = new Map()
  /** Of the latest generation. */
  #bytes = 0
  readonly #vocabularies = new Map<number, Vocabulary>()
  #tokenBytes = 0

  constructor(db: Database) {
    this.#select = db.prepare(
      'select data from call_columns where project = ? and column_id = ? and segment = ?',
    )
  }

  /** Undefined for what a segment does not have. */
  read(project: number, column: number, segment: number): Uint8Array | undefined {
    return this.#entry(project, column, segment).data
  }

  /** Undefined too where the column has numbers, or too many tokens. */
  counts(project: number, column: number, segment: number): TokenCounts | undefined {
    const entry = this.#entry(project, column, segment)
    const vocabulary = this.#vocabularies.get(column) ?? new Vocabulary()
    if (entry.counts === null) return undefined
    if (entry.counts?.vocabulary === vocabulary) return entry.counts
    this.#vocabularies.set(column, vocabulary)
    const tokenBytes = vocabulary.bytes
    const size = sizeOf(entry)
    entry.counts = (entry.data && countsIn(entry.data, vocabulary)) ?? null
    this.#bytes += sizeOf(entry) - size
    this.#tokenBytes += vocabulary.bytes - tokenBytes
    if (this.#tokenBytes > TOKEN_BYTES) this.#forgetTokens()
    return entry.counts ?? undefined
  }

  #entry(project: number, column: number, segment: number): Entry {
    const known = this.#latest.get(column)?.get(segment)
    if (known) return known
    const entry = this.#former.get(column)?.get(segment) ?? {
      data: this.#select.get<{ data: Uint8Array }>(project, column, segment)?.data,
    }
    if (this.#bytes > COLUMN_BYTES / 2) {
      this.#former = this.#latest
      this.#latest = new Map()
      this.#bytes = 0
    }
    const entries = this.#latest.get(column) ?? new Map<number, Entry>()
    this.#latest.set(column, entries.set(segment, entry))
    this.#bytes += sizeOf(entry)
    return entry
  }

  /** Tokens get new numbers then, and are counted again. */
  #forgetTokens(): void {
    this.#vocabularies.clear()
    this.#tokenBytes = 0
  }
}

function countsIn(data: Uint8Array, vocabulary: Vocabulary): TokenCounts | undefined {
  const column = isCoded(data) ? decodeColumn(data) : undefined
  return column?.kind === 'codes' ? countTokens(column, vocabulary) : undefined
}

function sizeOf({ data, counts }: Entry): number {
  const counted = counts ? ENTRY_BYTES + counts.numbers.byteLength + counts.counts.byteLength : 0
  return ENTRY_BYTES + (data?.length ?? 0) + counted
}
